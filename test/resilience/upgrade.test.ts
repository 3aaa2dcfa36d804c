import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { findCaddy, startFront } from '../support/caddy.ts';
import type { ReplicaSet } from '../support/replica-set.ts';
import { Crowd } from './parts/crowd.ts';
import { record, seconds } from './parts/figures.ts';
import { LIMIT } from './parts/form.ts';
import { documentsWith } from './parts/left-over.ts';
import { noMongod, startSet } from './parts/on-disk.ts';
import { lastRelease, type Release, thisRelease } from './parts/release.ts';
import { ServerProcess } from './parts/server-process.ts';
import { readVerdict } from './parts/verdict.ts';

/** Longest that a lead may wait, in milliseconds. */
const PATIENCE = 2_000;
/** Caddy asks every two seconds who is ready. */
const UNTIL_KNOWN = 2_500;
/** Of each group that is followed by name. */
const GROUP = 20;

interface Answer {
  readonly body: { readonly leadId?: string; readonly status?: string };
}

interface Told {
  readonly type: string;
  readonly data: { readonly leadId: string; readonly status?: string };
}

const caddy = await findCaddy();

describe.skipIf(noMongod || !caddy)('upgrading from the last release, back, and again, under load', () => {
  let set: ReplicaSet;
  let receiver: Server;
  const servers: ServerProcess[] = [];
  afterEach(async () => {
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    receiver?.close();
    await set?.stop();
  });

  /** Keeps, of each event, its id and what it says. */
  async function startReceiver() {
    const told = new Map<string, Told>();
    receiver = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += chunk;
      told.set(String(request.headers['webhook-id']), JSON.parse(text));
      response.writeHead(204).end();
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    return { told, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/` };
  }

  it('loses, doubles and delays nothing', { timeout: LIMIT }, async (context) => {
    const now = await thisRelease();
    await using before = await lastRelease();
    if (!before) return context.skip('this clone does not have the commit of the last release');
    set = await startSet([{}]);
    const { told, url: receiverUrl } = await startReceiver();
    const env = { MONGODB_URI: set.uri, HOOK_KEY: 'a key of the webhooks, long enough for it' };
    const leads = (release: Release, ...args: string[]) => release.leads(args, env);

    for (let time = 0; time < 2; time += 1)
      servers.push(await ServerProcess.startProgram(env, before.program('server')));
    await using front = await startFront(
      caddy ?? '',
      servers.map(({ url }) => url),
    );
    const upgradeTo = async (release: Release, order = servers): Promise<void> => {
      for (const server of order) {
        await server.becomes(release.program('server'));
        await sleep(UNTIL_KNOWN);
      }
    };
    await sleep(UNTIL_KNOWN);

    await leads(before, 'vendor', 'add', 'Acme');
    const key = (await leads(before, 'key', 'issue', 'Acme')).trim();
    await leads(before, 'hook', 'add', receiverUrl, '--operator');
    await sleep(UNTIL_KNOWN + 1_000); // servers know a webhook after three seconds
    /** Sends a lead, or sends it again. */
    const send = async (id: string, customer: object) => {
      const response = await fetch(`${front.url}/v1/lead`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({
          ...{ deal_type: 'sales', vendor_name: 'Acme', lead_notes: `Notes of ${id}.`, external_lead_id: id },
          ...customer,
        }),
      });
      const { body } = (await response.json()) as Answer;
      const replayed = response.headers.get('idempotent-replayed') === 'true';
      return { id, customer, leadId: String(body.leadId), status: response.status, replayed };
    };
    type Sent = Awaited<ReturnType<typeof send>>;
    const sendGroup = (name: string): Promise<Sent[]> =>
      Promise.all(
        Array.from({ length: GROUP }, (_, n) =>
          send(`${name}-${n}`, {
            first_name: 'Łukasz',
            last_name: 'Øster',
            email: `${name}-${n}@example.com`,
          }),
        ),
      );
    const sendSecret = (name: string): Promise<Sent> =>
      send(name, {
        first_name: 'Canary',
        last_name: 'Canary',
        email: `canary-${name}@example.com`,
        lead_notes: 'canary',
      });
    const erase = (release: Release, name: string) =>
      leads(release, 'contact', 'erase', '--email', `canary-${name}@example.com`, '--yes');
    const moves: { readonly leadId: string; readonly status: string }[] = [];
    const move = async (release: Release, { leadId }: Sent, status: string) => {
      await leads(release, 'lead', 'move', leadId, status);
      moves.push({ leadId, status });
    };
    const foundByName = async (): Promise<number> =>
      new Set(
        (await leads(now, 'lead', 'list', '--find', 'lukasz oster', '--limit', '1000', '--json')).match(
          /[0-9a-f-]{36}/g,
        ),
      ).size;
    const upgrade = async () => JSON.parse(await leads(now, 'upgrade', '--json'));
    /** Under a name that no lead was sent with; before, each of them is called Øster. */
    const rename = async (release: Release, name: string, to: string) => {
      const shown = await leads(release, 'contact', 'show', '--email', `${name}@example.com`, '--json');
      await leads(release, 'contact', 'edit', JSON.parse(shown).contactId, '--last-name', to);
    };
    const renamed: boolean[] = [];
    const isRenamed = async (to: string, { leadId }: Sent) =>
      renamed.push((await leads(now, 'lead', 'list', '--find', to, '--json')).includes(leadId));

    const crowd = new Crowd({ clients: 8, pause: 200, url: () => front.url });
    await crowd.more(100);

    // The earlier version alone.
    const first = await sendGroup('first');
    await sendSecret('one');
    await sendSecret('two');
    await erase(before, 'one');
    await move(before, first[0] as Sent, 'Quoted');
    await rename(before, 'first-2', 'Zalewski');
    const found = [await foundByName()];

    // Forward: the data first, then the servers.
    await upgrade();
    found.push(await foundByName());
    await isRenamed('zalewski', first[2] as Sent);
    const between = await sendGroup('between');
    await move(now, first[1] as Sent, 'Won');
    await upgradeTo(now);
    const second = await sendGroup('second');
    await upgrade();
    await sendSecret('three');
    await erase(now, 'two');
    await move(now, second[0] as Sent, 'Lost');
    found.push(await foundByName());
    const again = await Promise.all([...first, ...between].map(({ id, customer }) => send(id, customer)));
    const settled = await upgrade();

    // Back, in the reverse order.
    await upgradeTo(before, servers.toReversed());
    const third = await sendGroup('third');
    await erase(before, 'three');
    await rename(before, 'second-2', 'Mazur');
    await move(before, third[0] as Sent, 'Quoted');
    await move(before, second[1] as Sent, 'Won');
    again.push(...(await Promise.all(second.map(({ id, customer }) => send(id, customer)))));

    // Forward again.
    await upgradeTo(now);
    await upgrade();
    found.push(await foundByName());
    await isRenamed('mazur', second[2] as Sent);
    await rename(now, 'third-2', 'Wilk');
    await isRenamed('wilk', third[2] as Sent);
    again.push(...(await Promise.all(third.map(({ id, customer }) => send(id, customer)))));
    await crowd.end();

    const sent = [...first, ...between, ...second, ...third];
    const ids = new Map(sent.map(({ id, leadId }) => [id, leadId]));
    const otherwise = again.filter(({ id, leadId, replayed }) => leadId !== ids.get(id) || !replayed);
    const { acknowledged } = crowd;
    const verdict = await readVerdict(set.uri, acknowledged);
    const waited = Math.max(...acknowledged.map(({ took }) => took));
    const events = await eventsOf(
      told,
      [...acknowledged, ...sent].map(({ leadId }) => leadId),
      moves,
    );
    const wrongStatus = await asyncFilter(moves, async ({ leadId, status }) => {
      const response = await fetch(`${front.url}/v1/lead/${leadId}`, { headers: { 'x-api-key': key } });
      return ((await response.json()) as Answer).body.status !== status;
    });
    const left = await documentsWith(set.uri, /canary/i);

    const title = `Upgrade from ${before.version}, back, and again`;
    record(context, `${title}: leads acknowledged`, acknowledged.length, '≥ 1,000');
    record(
      context,
      'The same: lost / duplicated / without their contact',
      `${verdict.lost} / ${verdict.doubled} / ${verdict.orphaned}`,
      '0 / 0 / 0',
    );
    record(context, 'The same: longest that a lead waited, retries included', seconds(waited), '≤ 2.0 s');
    record(context, 'The same: attempts with a 5xx or no response, retried', crowd.failedTries, '');
    record(
      context,
      'The same: keys of another version, sent again / answered with another lead',
      `${again.length} / ${otherwise.length}`,
      '… / 0',
    );
    record(
      context,
      'The same: events / lost / told under two ids',
      `${told.size} / ${events.lost} / ${events.doubled}`,
      '… / 0 / 0',
    );
    record(
      context,
      'The same: leads found by a name, before / after `leads upgrade`',
      `${found[0]} / ${found[1]}`,
      `… / ${GROUP}`,
    );
    record(context, 'The same: documents with something of who was erased', left.length, '0');
    record(
      context,
      'The same: largest memory of a server',
      `${Math.round(Math.max(...servers.map(({ peakMemory }) => peakMemory)) / 2 ** 20)} MB`,
      '',
    );

    expect(crowd.wrong).toEqual([]);
    expect(sent.filter(({ status }) => status !== 200)).toEqual([]);
    expect(verdict).toEqual({ lost: 0, doubled: 0, orphaned: 0 });
    expect(otherwise).toEqual([]);
    expect(events).toEqual({ lost: 0, doubled: 0 });
    expect(wrongStatus).toEqual([]);
    expect(renamed, 'contacts that each release has edited, found in their leads').toEqual([
      true,
      true,
      true,
    ]);
    expect(found.slice(1)).toEqual([GROUP, 3 * GROUP, 4 * GROUP]);
    expect(Object.values(settled).filter((step) => (step as { changed?: number }).changed)).toEqual([]);
    expect(left).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(1_000);
    expect(waited).toBeLessThan(PATIENCE);
  });
});

/** Waits until each lead and each move has been told, and counts what was not, or under two ids. */
async function eventsOf(
  told: ReadonlyMap<string, Told>,
  leadIds: readonly string[],
  moves: readonly { readonly leadId: string; readonly status: string }[],
) {
  const due = [
    ...new Set(leadIds.map((leadId) => `lead.received ${leadId}`)),
    ...moves.map(({ leadId, status }) => `lead.status_changed ${leadId} ${status}`),
  ];
  const counted = () => {
    const counts = new Map<string, number>();
    for (const { type, data } of told.values()) {
      const what = `${type} ${data.leadId}${type === 'lead.received' ? '' : ` ${data.status}`}`;
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
    return counts;
  };
  const missing = () => {
    const counts = counted();
    return due.filter((what) => !counts.has(what)).length;
  };
  const until = performance.now() + 60_000;
  while (missing() > 0 && performance.now() < until) await sleep(250);
  return { lost: missing(), doubled: [...counted().values()].filter((count) => count > 1).length };
}

async function asyncFilter<T>(items: readonly T[], isIn: (item: T) => Promise<boolean>): Promise<T[]> {
  const kept = await Promise.all(items.map(isIn));
  return items.filter((_, n) => kept[n]);
}
