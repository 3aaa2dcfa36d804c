import { afterEach, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { leads, run, startServer } from '../support/processes.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

it.skipIf(noMongodb)(
  'a CRM takes new leads, and moves them by its own stages',
  async () => {
    const [deskPort, port] = [`${await freePort()}`, `${await freePort()}`];
    const env = { MONGODB_URI: freshDatabase(), API_KEYS: 'acme:sesame', DESK_PORT: deskPort };
    const json = async (...args: string[]) => {
      const { code, out, err } = await leads([...args, '--json'], env);
      expect([args, code, err]).toEqual([args, 0, '']);
      return JSON.parse(out);
    };
    const own = `http://127.0.0.1:${port}`;
    const [{ token }, { secret }] = await Promise.all([
      json('token', 'issue', 'crm-bridge', '--role', 'sales'),
      json('hook', 'add', `${own}/events`, '--operator', '--events', 'lead.received'),
    ]);
    await using server = await startServer(env);
    const bridge = run(process.execPath, ['examples/crm-bridge/bridge.ts'], {
      ...{
        WEBHOOK_SECRET: secret,
        LEADS_TOKEN: token,
        LEADS_URL: `http://127.0.0.1:${deskPort}`,
        PORT: port,
      },
    });
    closing.push(async () => {
      bridge.process.kill();
      await bridge.finished;
    });
    await bridge.said('Listening');

    const headers = { 'x-api-key': 'sesame', 'content-type': 'application/json' };
    const sent = await fetch(`${server.url}/v1/lead`, {
      method: 'POST',
      headers,
      body: JSON.stringify(validLead),
    });
    const { leadId } = ((await sent.json()) as { body: { leadId: string } }).body;
    const cases = async () => (await fetch(own)).json();
    await expect
      .poll(cases)
      .toMatchObject({ [leadId]: { stage: 'new', customer: { email: validLead.email } } });

    const toStage = async (stage: string, reason?: string) => {
      const answer = await fetch(own, { method: 'POST', body: JSON.stringify({ leadId, stage, reason }) });
      return [answer.status, await answer.text()];
    };
    expect(await toStage('offer')).toEqual([204, '']);
    expect(await toStage('sold', 'signed today')).toEqual([204, '']);
    expect(await toStage('gone')).toEqual([409, expect.stringContaining('Allowed: In Progress')]);
    expect(await cases()).toMatchObject({ [leadId]: { stage: 'sold' } });
    const asked = await fetch(`${server.url}/v1/lead/${leadId}`, { headers });
    expect(await asked.json()).toMatchObject({ body: { status: 'Won' } });
    const { history } = await json('lead', 'show', leadId);
    expect(history.at(-1)).toMatchObject({ status: 'Won', by: 'crm-bridge (token)', reason: 'signed today' });

    const forged = await fetch(`${own}/events`, { method: 'POST', body: '{"type":"lead.received"}' });
    expect(forged.status).toBe(401);
  },
  60_000,
);
