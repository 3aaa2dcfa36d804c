import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { makeDeskApp } from '../../src/operators/adapters/inbound/desk/desk-app.ts';
import { deskPages } from '../../src/operators/adapters/inbound/desk/desk-pages.ts';
import { makeDeskAccess } from '../../src/operators/application/desk/desk-access.ts';
import { makeOperatorUseCases } from '../../src/operators/application/operator.ts';
import type { OperatorPorts } from '../../src/operators/application/operator-ports.ts';
import type { TimeZone } from '../../src/operators/domain/time-zone.ts';
import type { DeskRole } from '../../src/operators/domain/work/desk-role.ts';
import { inMemoryOperator } from './in-memory-operator.ts';
import type { StoreOfDesk } from './sqlite-file.ts';

/** The desk on the in-memory adapters, or others, at a time that the test sets. It closes with `await using`. */
export async function openDesk(
  others: (ports: OperatorPorts) => Partial<OperatorPorts> = () => ({}),
  timeZone?: TimeZone,
  store?: StoreOfDesk,
  name?: string,
) {
  const parts = inMemoryOperator(timeZone, { store });
  parts.time.now = Date.now(); // browsers drop cookies whose time is over
  const ports = { ...parts.ports, tickets: parts.tickets };
  const access = makeDeskAccess(ports);
  const operator = makeOperatorUseCases({ ...ports, ...others(ports) });
  const faults: unknown[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = {
    access,
    operator,
    clock: parts.clock,
    digest: ports.digest,
    timeZone: ports.timeZone,
    version: '1.2.3',
    name,
    serviceUrl: 'https://leads.example.com',
    hasProvider: false,
    hasCommandLine: true,
    url: `${origin}/`,
    takeSignIn: async () => true,
    countFailure: () => false,
    isOwnOrigin: (given: string) => given === origin,
    fault: (error: unknown) => void faults.push(error),
    warn: () => {},
  };
  server.on('request', makeDeskApp(options, ...deskPages).callback());

  return {
    ...parts,
    operator,
    access,
    faults,
    origin,
    /** The address of a link that signs in. */
    async link(role: DeskRole = 'admin', name = 'Grace') {
      const { link } = await access.makeLink({ name, role, by: 'test' });
      return `${origin}/link/${link}`;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
