import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { LineJournal } from '../../src/adapters/outbound/telemetry/line-journal.ts';
import { compose } from '../../src/bootstrap/compose.ts';
import { deskModules } from '../../src/bootstrap/modules/operator.ts';
import { serveDesk } from '../../src/bootstrap/parts/desk.ts';
import { configure } from '../../src/bootstrap/store.ts';
import { storeBySettings } from '../../src/bootstrap/store-by-settings.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';
import type { DeskRole } from '../../src/operators/domain/work/desk-role.ts';
import { freePort } from './free-port.ts';

/** As the button of a link's page does it. */
export const openLink = (link: string): Promise<Response> =>
  fetch(link, { method: 'POST', headers: { origin: new URL(link).origin }, redirect: 'manual' });

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

/** The desk as it is shipped, inside this process, by default in memory. It closes with `await using`. */
export async function openServedDesk(env: Readonly<Record<string, string>> = {}) {
  const port = Number(env.DESK_PORT ?? (await freePort()));
  const { config, store } = await configure(
    { DATA_FILE: 'memory', ...env, DESK_PORT: String(port) },
    storeBySettings,
  );
  const lines: string[] = [];
  const journal = new LineJournal('debug', (line) => void lines.push(line));
  const modules = await deskModules(config);
  const container = await compose(config, { store: store.module, journal, modules });
  const time = { passed: 0 };
  const clock = () => new Date(Date.now() + time.passed);
  const runtime = container.get(tokens.runtime);
  (await container.rebind(tokens.runtime)).toConstantValue({ ...runtime, clock });
  const operator = container.get(tokens.operator);
  const calls: string[] = [];
  for (const [name, useCase] of Object.entries(operator))
    Object.assign(operator, {
      [name]: (order: never) => {
        calls.push(name);
        return useCase(order);
      },
    });
  const { drain } = await serveDesk({ container, config, store, drainTime: 100 });
  const origin = `http://127.0.0.1:${port}`;
  const access = container.get(tokens.deskAccess);

  /** Sends any header, as a program would and no browser lets a page do. */
  async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
    const sent = request(`${origin}${path}`, { method, headers, agent: false });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const cookies = answer.headers['set-cookie'] ?? [];
    return { status: answer.statusCode, headers: answer.headers, cookies, body: await text(answer) };
  }

  return {
    container,
    operator,
    /** Milliseconds by which the desk's clock is ahead. */
    time,
    /** The use cases that were called. */
    calls,
    access,
    origin,
    port,
    ask,
    /** What the log says. */
    log: () => lines.join(''),
    /** The address of a link that signs in. */
    async link(role: DeskRole = 'admin', name = 'Grace') {
      const { link } = await access.makeLink({ name, role, by: 'test' });
      return `${origin}/link/${link}`;
    },
    /** What the browser of somebody with this role sends. */
    async cookie(role: DeskRole = 'admin', name = 'Grace') {
      const { link } = await access.makeLink({ name, role, by: 'test' });
      const { text: session } = await access.openLink(link);
      return `desk=${session}`;
    },
    async [Symbol.asyncDispose]() {
      await drain();
      await container.unbindAllAsync();
    },
  };
}
