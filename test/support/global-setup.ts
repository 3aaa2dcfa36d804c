import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { makeOffers, type Offers } from './offers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files, which are processes, ask for what the run offers: see `askFor`. */
    offers: string;
    /** How the names of this run's databases begin. */
    databasePrefix: string;
  }
}

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const databasePrefix = `test_${randomBytes(3).toString('hex')}_`;
  provide('databasePrefix', databasePrefix);
  const { offers, end } = makeOffers(databasePrefix);
  const server = createServer(async ({ url = '' }, response) => {
    try {
      response.end(JSON.stringify({ offered: await offers[url.slice(1) as keyof Offers]() }));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  provide('offers', `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return async () => {
    server.close();
    server.closeAllConnections();
    await end();
  };
}
