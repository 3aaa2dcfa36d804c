import type { RequestListener } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Container, ContainerModule } from 'inversify';
import { makeDeskApp } from '../adapters/inbound/desk/desk-app.ts';
import { deskPages } from '../adapters/inbound/desk/desk-pages.ts';
import { refuse } from '../adapters/inbound/desk/unparsable.ts';
import { serve } from '../adapters/inbound/node-http/serve.ts';
import { makeBeginAttempt, makeTakeAttempt } from '../adapters/outbound/rate-limit/attempts.ts';
import { type Config, DESK_PORT, InvalidConfig } from './config.ts';
import { deskModule } from './modules/desk.ts';
import { identityProviderModule } from './modules/identity-provider.ts';
import { operatorModule } from './modules/operator.ts';
import { webhooksModule } from './modules/webhooks.ts';
import { nameOfUser } from './name-of-user.ts';
import { noSuchHost } from './no-such-host.ts';
import { operatedBy, requireBound, type Store } from './store.ts';
import { tokens } from './tokens.ts';

/** What the desk is composed of, beside the usual modules. */
export const deskModules = async (config: Config): Promise<ContainerModule[]> => [
  webhooksModule,
  operatorModule,
  deskModule,
  await identityProviderModule(config),
];

/** A desk that is served. */
export interface ServedDesk {
  /** Where people open it, ending in a slash. */
  readonly url: string;
  /** Resolves when all connections are closed. */
  drain(): Promise<void>;
}

/** Guesses of a link or of a sign-in, for each address in a minute. */
const FAILURES = 20;
/** Sign-ins that are begun, each of which the store keeps for ten minutes, for each address in a minute. */
const SIGN_INS = 300;
/** Milliseconds. */
const LINK_TERM = 12 * 3_600_000;

/**
 * The desk of a server, if it is to have one: where a port is set, or nothing but this process reaches the store. There
 * a link comes with it. Throws InvalidConfig, and IncompleteStore if a port is set and the store cannot keep who is
 * signed in.
 */
export async function deskBeside(
  container: Container,
  config: Config,
  store: Store,
): Promise<(ServedDesk & { readonly link: string | undefined }) | undefined> {
  if (config.AWS_LAMBDA_HTTP_ENDPOINT) return undefined;
  const isAlone = config.APP_ENV === 'sandbox' && !store.durable;
  if (config.DESK_PORT !== undefined) requireDesk(container, store);
  else if (!isAlone || !container.isBound(tokens.tickets)) return undefined;

  const desk = await serveDesk(container, config, store).catch(async (error) => {
    if (config.DESK_PORT !== undefined || error.code !== 'EADDRINUSE') throw unusable(error, config);
    const other = await serveDesk(container, { ...config, DESK_PORT: 0 }, store);
    const { warn } = container.get(tokens.journal);
    warn(`Port ${DESK_PORT} is taken: the desk is at ${other.url} instead. DESK_PORT chooses another port.`);
    return other;
  });
  if (!isAlone) return { ...desk, link: undefined };
  const name = nameOfUser();
  const { link } = await container
    .get(tokens.deskAccess)
    .makeLink({ name, role: 'admin', by: name, term: LINK_TERM });
  return { ...desk, link: `${desk.url}link/${link}` };
}

/** Throws IncompleteStore unless the store has all that a desk needs. */
export const requireDesk = (container: Container, store: Store): void =>
  requireBound(container, store, [...operatedBy, 'tickets']);

/** Serves the desk on the host and port of the settings. Rejects with the error of Node if it cannot listen there. */
export async function serveDesk(
  container: Container,
  config: Config,
  store: Store,
  drainTime?: number,
): Promise<ServedDesk> {
  const { DESK_HOST: host, DESK_PORT: port = DESK_PORT, DESK_URL } = config;
  const journal = container.get(tokens.journal);
  const { clock, newRequestId } = container.get(tokens.runtime);
  let handle: RequestListener = () => {}; // nothing arrives before the address is known
  const server = await serve((request, response) => handle(request, response), {
    api: { refuse, drain: () => {} },
    host,
    port,
    drainTime,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: config.KEEP_ALIVE_TIMEOUT_MS,
    warn: journal.warn,
  });
  const url = DESK_URL ?? `${server.url}/`;
  const origins = DESK_URL ? [new URL(DESK_URL).origin] : originsOf(host, new URL(server.url).port);
  const app = makeDeskApp(
    {
      access: container.get(tokens.deskAccess),
      operator: container.get(tokens.operator),
      clock,
      hasProvider: container.isBound(tokens.identityProvider),
      hasCommandLine: store.durable,
      url,
      beginAttempt: makeBeginAttempt(FAILURES),
      takeSignIn: makeTakeAttempt(SIGN_INS),
      isOwnOrigin: (origin) => origins.includes(origin),
      fault: (error) => journal.fault(error, newRequestId()),
    },
    ...deskPages,
  );
  handle = app.callback();
  return { url, drain: server.drain };
}

/** Of a desk that has no name of its own: any other is a stranger's that leads to this machine. */
const originsOf = (host: string, port: string): string[] =>
  ['127.0.0.1', 'localhost', '::1', host].map(
    (name) => new URL(`http://${isIPv6(name) ? `[${name}]` : name}:${port}`).origin,
  );

/** What to throw if the desk cannot listen. */
export function unusable(error: NodeJS.ErrnoException, { DESK_PORT: port = DESK_PORT }: Config): unknown {
  if (noSuchHost.has(error.code)) return new InvalidConfig('DESK_HOST is not an address of this machine');
  if (error.code === 'EADDRINUSE')
    return new InvalidConfig(
      `DESK_PORT cannot be used: ${port} is taken. Choose another, or 0 for any free one`,
    );
  if (error.code === 'EACCES')
    return new InvalidConfig(
      `DESK_PORT cannot be used: this user may not use ${port}. Choose one above 1023`,
    );
  return error;
}
