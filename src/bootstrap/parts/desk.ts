import { fstatSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { isIPv6 } from 'node:net';
import { oncePerMinute } from '../../adapters/inbound/http/once-per-minute.ts';
import { pathAndQuery } from '../../adapters/inbound/http/request-target.ts';
import { serve } from '../../adapters/inbound/node-http/serve.ts';
import { makeCountFailure, makeTakeAttempt } from '../../adapters/outbound/rate-limit/attempts.ts';
import { nameOfUser } from '../../adapters/outbound/runtime/name-of-user.ts';
import { sha256 } from '../../adapters/outbound/runtime/runtime.ts';
import { StoreUnavailable } from '../../application/ports/outbound/store.ts';
import { makeDeskApp } from '../../operators/adapters/inbound/desk/desk-app.ts';
import { deskPages } from '../../operators/adapters/inbound/desk/desk-pages.ts';
import { refuse } from '../../operators/adapters/inbound/desk/unparsable.ts';
import { isOfApi, makeOperatorsApi } from '../../operators/adapters/inbound/operators-api/operators-api.ts';
import { remainsProblem } from '../../operators/application/erased-remains.ts';
import { isReserved } from '../../operators/domain/work/person-name.ts';
import { cannotListen } from '../cannot-listen.ts';
import { type Config, DESK_PORT, timeZoneOf } from '../config.ts';
import { serviceUrl } from '../modules/source-parts.ts';
import type { Composed } from '../process.ts';
import { requireBound } from '../store.ts';
import { operating } from '../store-parts.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';
import { makeDeskProbes } from './desk-probes.ts';

/** The parts of a store that the desk needs. */
export const deskNeeds = [...operating, 'tickets'] as const;

/** A desk that is served. */
export interface ServedDesk {
  /** The desk's address, which ends in a slash. */
  readonly url: string;
  /** A link that signs in once, made if nothing else can make one. */
  readonly link: string | undefined;
  /** Goes on serving, but closes each connection after its next response. */
  leave(): void;
  /** Resolves when all connections are closed. */
  drain(): Promise<void>;
}

/** The most different wrong links, sign-ins or tokens from one address in a minute. */
const MAX_FAILURES = 20;
/** The most sign-ins begun from one address in a minute. The store keeps each for ten minutes. */
const MAX_SIGN_INS = 300;
/** Milliseconds for which the printed link works, where nothing else can make another. */
const ONLY_LINK_TERM = 12 * 3_600_000;

/**
 * The desk of a server, if it is to have one: where a port is set, or nothing but this machine reaches the store. There
 * a link comes with it, unless it would stay in a log and something else can make one. Throws InvalidConfig, and
 * IncompleteStore if a port is set and the store cannot keep who is signed in.
 */
export async function serveDeskBeside(composed: Composed): Promise<ServedDesk | undefined> {
  const { container, config, store } = composed;
  if (config.AWS_LAMBDA_HTTP_ENDPOINT) return undefined;
  const isAlone = config.APP_ENV === 'sandbox' && (store.local || !store.durable);
  if (config.DESK_PORT !== undefined) requireBound(container, store, deskNeeds, 'DESK_PORT');
  else if (!isAlone || !container.isBound(tokens.tickets)) return undefined;

  const desk = await serveDesk(composed).catch(async (error) => {
    if (config.DESK_PORT !== undefined || error.code !== 'EADDRINUSE')
      throw cannotListen('DESK', portOf(config), error);
    const other = await serveDesk({ ...composed, config: { ...config, DESK_PORT: 0 } });
    const { warn } = container.get(tokens.journal);
    warn(`Port ${DESK_PORT} is taken: the desk is at ${other.url} instead. DESK_PORT chooses another port.`);
    return other;
  });
  if (!isAlone || (isLogged() && store.durable)) return desk;
  const user = nameOfUser(process.env);
  const name = isReserved(user) ? 'operator' : user; // containers have a user nobody
  const order = {
    name,
    role: 'admin',
    by: name,
    isOnly: true,
    term: store.durable ? undefined : ONLY_LINK_TERM,
  } as const;
  try {
    const { link } = await container.get(tokens.deskAccess).makeLink(order);
    return { ...desk, link: `${desk.url}link/${link}` };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    container.get(tokens.journal).warn(`There is no link to the desk: ${error.message}.`);
    return desk;
  }
}

/** Whether standard output goes into a log, where a link would stay: a file, or the journal of systemd. */
const isLogged = (): boolean => process.env.JOURNAL_STREAM !== undefined || fstatSync(1).isFile();

/** Serves the desk as a process's only work. Throws InvalidConfig. */
export const serveDeskAlone = (composed: Composed): Promise<ServedDesk> =>
  serveDesk(composed).catch((error) => {
    throw cannotListen('DESK', portOf(composed.config), error);
  });

const portOf = ({ DESK_PORT: port = DESK_PORT }: Config): number => port;

/** Serves the desk on the host and port of the settings. Rejects with Node's error if it cannot listen there. */
export async function serveDesk({ container, config, store, drainTime }: Composed): Promise<ServedDesk> {
  const { DESK_HOST: host, DESK_URL } = config;
  const journal = container.get(tokens.journal);
  const { clock, newRequestId } = container.get(tokens.runtime);
  const probes = makeDeskProbes(container.get(tokens.storeHealth));
  let handle: RequestListener = () => {}; // nothing arrives before the address is known
  const server = await serve((request, response) => handle(request, response), {
    api: { refuse, leave: probes.leave, drain: () => {} },
    host,
    port: portOf(config),
    drainTime,
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    keepAliveTimeout: config.KEEP_ALIVE_TIMEOUT_MS,
    warn: journal.warn,
  });
  const url = DESK_URL ?? `${server.url}/`;
  const origins = DESK_URL ? [new URL(DESK_URL).origin] : originsOf(host, new URL(server.url).port);
  const operator = container.get(tokens.operator);
  const fault = (error: unknown) => journal.fault(error, newRequestId());
  const desk = makeDeskApp(
    {
      access: container.get(tokens.deskAccess),
      operator,
      clock,
      digest: sha256,
      timeZone: timeZoneOf(config),
      version,
      name: config.DESK_NAME,
      serviceUrl: serviceUrl(config),
      hasProvider: container.isBound(tokens.identityProvider),
      hasCommandLine: store.durable,
      url,
      countFailure: makeCountFailure(MAX_FAILURES, sha256),
      takeSignIn: makeTakeAttempt(MAX_SIGN_INS),
      isOwnOrigin: (origin) => origins.includes(origin),
      concern: () => remainsProblem({ remains: container.get(tokens.remains, { optional: true }), clock }),
      fault,
      warn: oncePerMinute(journal.warn), // strangers can fail as often as they like
    },
    ...deskPages,
  );
  const api = makeOperatorsApi({
    operator,
    authenticate: container.get(tokens.authenticateProgram),
    clock,
    version,
    timeZone: timeZoneOf(config),
    isProxied: url.startsWith('https:'),
    countFailure: makeCountFailure(MAX_FAILURES, sha256),
    fault,
  });
  const [toDesk, toApi] = [desk.callback(), api.callback()];
  handle = (request, response) => {
    request.url = pathAndQuery(request.url ?? '');
    if (!probes.answered(request, response)) (isOfApi(request.url) ? toApi : toDesk)(request, response);
  };
  return { url, link: undefined, leave: server.leave, drain: server.drain };
}

/**
 * The origins of a desk without a name of its own. Any other origin is a stranger's name that leads to this
 * machine.
 */
const originsOf = (host: string, port: string): string[] =>
  ['127.0.0.1', 'localhost', '::1', host].map(
    (name) => new URL(`http://${isIPv6(name) ? `[${name}]` : name}:${port}`).origin,
  );
