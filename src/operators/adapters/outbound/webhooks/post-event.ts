import { createHmac } from 'node:crypto';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Message, PostEvent, Posted } from '#operators/application/events/ports/post-event.ts';
import { isSuccess } from '#operators/domain/events/hook.ts';
import { ForbiddenAddress, type HookPolicy, parseHookUrl, permittedAddresses } from './hook-address.ts';
import { type Address, type Lookup, lookUp } from './look-up.ts';
import { connectMetered, connectMeteredTls, MeteredSocket, OverBudget } from './metered-socket.ts';

/** Milliseconds for looking up, connecting, and the answer's status. */
const TIME_LIMIT = 15_000;
/** Milliseconds for the rest of the answer. */
const ANSWER_TIME = 1_000;

/** The most bytes read in one try: TLS, headers, chunks and trailers together. */
const BYTE_LIMIT = 32_768;
/** The most interim responses (1xx). */
const MAX_INTERIM = 8;
/** The most bytes of the headers of one response. */
const MAX_HEADERS = 8_192;
/** The most bytes of an answer that are read, and characters that are kept. */
const ANSWER_BYTES = 4_096;
const ANSWER_CHARACTERS = 200;

export interface PostEventOptions {
  readonly policy: HookPolicy;
  readonly lookup?: Lookup | undefined;
  /** A certificate authority to trust instead of the usual ones. */
  readonly ca?: string | undefined;
  /** Milliseconds until the status must have arrived. */
  readonly limit?: number | undefined;
}

/** Makes the port: posts messages (Standard Webhooks 1.0). */
export function makePostEvent({
  version,
  ...options
}: PostEventOptions & {
  /** The version of the service, for the header User-Agent. */
  readonly version: string;
}): PostEvent {
  const post = makePost(options);
  return ({ url, vendorId, id, at, body: askBody, secrets }) =>
    post({ url, vendorId }, async () => {
      const body = await askBody();
      const seconds = Math.floor(at.getTime() / 1_000);
      const signatures = secrets.map((secret) => signature(secret, `${id}.${seconds}.${body}`));
      const headers = new Map([
        ['accept', '*/*'], // firewalls count its absence
        ['content-type', 'application/json'],
        ['content-length', `${Buffer.byteLength(body)}`],
        ['user-agent', `partner-lead-service/${version}`],
        ['webhook-id', id],
        ['webhook-timestamp', `${seconds}`],
        ['webhook-signature', signatures.join(' ')],
      ]);
      return { headers, body };
    });
}

/** Posts what `ask` makes, to a URL whose addresses are checked. Never throws. If `ask` throws, the try has failed. */
export type Post = (to: Pick<Message, 'url' | 'vendorId'>, ask: () => Promise<Content>) => Promise<Posted>;

/** Makes the post over reused connections. */
export function makePost({ policy, lookup = lookUp, ca, limit = TIME_LIMIT }: PostEventOptions): Post {
  const keep = { keepAlive: true, maxFreeSockets: 32, timeout: 30_000 };
  const agents = { 'http:': new MeteredHttp(keep), 'https:': new MeteredHttps(keep) };

  async function post(
    { url: text, vendorId }: Parameters<Post>[0],
    ask: Parameters<Post>[1],
    signal: AbortSignal,
  ) {
    const url = parseHookUrl(text);
    const addresses = await permittedAddresses(url, vendorId, policy, lookup);
    const options = { method: 'POST', signal, ca, maxHeaderSize: MAX_HEADERS, lookup: pinned(addresses) };
    const sendNow = (agent: HttpAgent) => send(url, { ...options, agent }, ask);
    const scheme = url.protocol === 'https:' ? 'https:' : 'http:';
    return sendNow(agents[scheme]).catch((error: unknown) => {
      if (error instanceof StaleConnection) return sendNow(fresh[scheme]());
      throw error;
    });
  }

  return async (to, ask) => {
    const signal = AbortSignal.timeout(limit);
    try {
      const response = await within(signal, post(to, ask, signal));
      return postedOf(response, await beginningOf(response));
    } catch (thrown) {
      const error = signal.aborted ? `it did not answer within ${limit / 1_000} s` : wordsFor(thrown);
      return { status: undefined, error, retryAfter: undefined, answer: undefined };
    }
  };
}

/** A symmetric signature, version 1, of Standard Webhooks 1.0. */
function signature(secret: string, content: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

class MeteredHttp extends HttpAgent {
  override createConnection(options: TcpNetConnectOpts): MeteredSocket {
    return connectMetered(options, BYTE_LIMIT);
  }
}

class MeteredHttps extends HttpsAgent {
  override createConnection(options: TcpNetConnectOpts): MeteredSocket {
    return connectMeteredTls(options, BYTE_LIMIT);
  }
}

/** Agents for a connection that is not reused. */
const fresh = { 'http:': () => new MeteredHttp(), 'https:': () => new MeteredHttps() };

/** The receiver was closing a reused connection: the message has to be sent again over a new one. */
class StaleConnection extends Error {}

export interface Content {
  readonly headers: Map<string, string>;
  readonly body: string | Uint8Array;
}

/** Sends a request. `ask` makes the content when the connection stands. */
function send(url: URL, options: RequestOptions, ask: () => Promise<Content>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, options, resolve);
    request.on('socket', (socket: Duplex) => {
      if (socket instanceof MeteredSocket) socket.allow(BYTE_LIMIT);
      const sendContent = () =>
        ask()
          .then(({ headers, body }) => request.setHeaders(headers).end(body))
          .catch((error) => request.destroy(error));
      if (request.reusedSocket) sendContent();
      else socket.once('stands', sendContent);
    });
    let interim = 0;
    request.on('information', () => {
      interim += 1;
      if (interim > MAX_INTERIM)
        request.destroy(new OverBudget(`it sent more than ${MAX_INTERIM} interim responses`));
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve(response);
    });
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
      reject(isStale ? new StaleConnection() : error);
    });
  });
}

/** Makes a look-up that answers with the checked addresses. Node asks for no host that is an address already. */
const pinned =
  (addresses: readonly Address[]): LookupFunction =>
  (_name, options, done) => {
    const [first = { address: '', family: 4 }] = addresses;
    if (options.all) done(null, [...addresses]);
    else done(null, first.address, first.family || isIP(first.address));
  };

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const over = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  return Promise.race([work, over]);
}

/**
 * Resolves to the beginning of an answer. The status is all that counts: a longer or slower answer ends the
 * connection.
 */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => response.destroy(), ANSWER_TIME);
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > ANSWER_BYTES) break; // which ends the connection
    }
  } catch {
    // late, or broken off
  } finally {
    clearTimeout(late);
  }
  return Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString();
}

function postedOf({ statusCode: status = 0, headers }: IncomingMessage, answer: string): Posted {
  if (isSuccess(status)) return { status, error: undefined, retryAfter: undefined, answer: undefined };
  const plain = answer.replace(/[\p{C}\s]+/gu, ' ').trim();
  return {
    status,
    error: `it answered ${status}${remarkOn(status, headers['content-type'])}`,
    retryAfter: retryAfter(headers['retry-after']),
    answer: plain === '' ? undefined : [...plain].slice(0, ANSWER_CHARACTERS).join(''),
  };
}

/** What is likely behind a status that is no success, for whoever reads the log. */
function remarkOn(status: number, type = ''): string {
  if (status >= 300 && status < 400) return ': redirects are not followed';
  const isPage = [403, 406].includes(status) && /^text\/html\b/i.test(type);
  return isPage ? ' with a page, not by a program: a firewall?' : '';
}

/** Reads a header in seconds or as a date, as milliseconds from now; `undefined` for other text. */
function retryAfter(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return wait > 0 ? wait : undefined;
}

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name does not resolve',
  ENODATA: 'its name does not resolve',
  EAI_AGAIN: 'its name does not resolve at the moment',
  ESERVFAIL: 'its name does not resolve at the moment',
  EREFUSED: 'its name does not resolve at the moment',
  ETIMEOUT: 'no name server answers for its name',
  ECANCELLED: 'no name server answers for its name',
  ECONNREFUSED: 'it refused the connection',
  ECONNRESET: 'it broke the connection off',
  EPIPE: 'it broke the connection off',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
  ETIMEDOUT: 'it cannot be reached',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  HPE_HEADER_OVERFLOW: 'the headers of its answer are too long',
};

/** An error in words, without addresses: internal ones must not be told. */
function wordsFor(error: unknown): string {
  if (error instanceof ForbiddenAddress || error instanceof OverBudget) return error.message;
  const { name, code = '' } = error as NodeJS.ErrnoException;
  if (words[code]) return words[code];
  if (/CERT|SIGNATURE|SELF_SIGNED/.test(code)) return `its certificate is not valid (${code})`;
  if (code.startsWith('HPE_')) return 'its answer is not HTTP';
  return `the request failed (${code || name})`;
}
