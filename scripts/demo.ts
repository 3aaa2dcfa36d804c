import { once } from 'node:events';
import { createServer } from 'node:net';
import type { ServiceIdentifier } from 'inversify';
import { LineJournal } from '../src/adapters/outbound/telemetry/line-journal.ts';
import { cannotListen, reasonNotToStart } from '../src/bootstrap/cannot-listen.ts';
import { compose } from '../src/bootstrap/compose.ts';
import { type Config, DESK_PORT } from '../src/bootstrap/config.ts';
import { deskModules } from '../src/bootstrap/modules/operator.ts';
import { InvalidConfig } from '../src/bootstrap/read-config.ts';
import { startServer } from '../src/bootstrap/start-server.ts';
import { configure, storeModule } from '../src/bootstrap/store.ts';
import { storeBySettings } from '../src/bootstrap/store-by-settings.ts';
import { everyPart } from '../src/bootstrap/store-parts.ts';
import { tokens } from '../src/bootstrap/tokens.ts';
import { fillWithLeads } from './demo/fill.ts';
import { linkLines } from './demo/links.ts';
import { progressOf } from './demo/progress.ts';
import { positive } from './positive.ts';

/**
 * `npm run demo [-- LEADS]`: a sandbox with made-up leads. In memory, it then serves; with MONGODB_URI or DATA_FILE it fills that
 * database, for servers that run on it.
 */

try {
  const count = Math.floor(positive(process.argv[2] ?? '300'));
  const { config, store } = await configure({ DATA_FILE: 'memory', ...process.env }, storeBySettings);
  if (config.APP_ENV === 'production')
    throw new InvalidConfig('APP_ENV is production: made-up leads belong in a sandbox');
  if (!store.durable) await requirePorts(config);

  const journal = new LineJournal('silent');
  const modules = await deskModules(config);
  const container = await compose(config, { store: store.module, journal, modules });
  const access = container.get(tokens.deskAccess);
  console.log(`${store.name}: adding ${count} made-up leads.`);
  const { tell, ended } = progressOf('made-up leads', count);
  const { crm, leads, contacts, report, erasure, managedVendors, vendors, audit, people, refusals } = tokens;
  const added = await fillWithLeads(
    {
      crm: container.get(crm),
      leads: container.get(leads),
      contacts: container.get(contacts),
      report: container.get(report),
      erasure: container.get(erasure),
      managedVendors: container.get(managedVendors),
      vendors: container.get(vendors),
      audit: container.get(audit),
      people: container.get(people),
      refusals: container.get(refusals, { optional: true }),
    },
    { count, now: new Date(), progress: tell },
  );
  ended();
  console.log(
    `${store.name}: ${added} made-up leads added${added < count ? `, ${count - added} were there` : ''}.`,
  );

  if (store.durable) {
    const port = config.DESK_PORT || DESK_PORT;
    console.log(await linkLines(access, config.DESK_URL ?? `http://127.0.0.1:${port}/`));
    console.log(`A server with this database and DESK_PORT=${port} serves it: DESK_PORT=${port} npm start`);
    await container.unbindAllAsync();
  } else {
    const filled = everyPart.map((name) => [
      name,
      container.get(tokens[name] as ServiceIdentifier, { optional: true }),
    ]);
    const module = storeModule(Object.fromEntries(filled));
    const server = await startServer({ store: { ...store, module } });
    if (server?.deskUrl) console.log(await linkLines(access, server.deskUrl));
  }
} catch (error) {
  console.error(reasonNotToStart(error));
  process.exitCode = 1;
}

/** Throws, before any lead is made, if the server could not listen. */
async function requirePorts({ HOST, PORT, DESK_HOST, DESK_PORT }: Config): Promise<void> {
  await listen(PORT, HOST);
  if (DESK_PORT)
    await listen(DESK_PORT, DESK_HOST).catch((error) =>
      Promise.reject(cannotListen('DESK', DESK_PORT, error)),
    );
}

async function listen(port: number, host: string): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
