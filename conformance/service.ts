import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';

export interface Target {
  /** The base URL, which ends in `/v1`, without a trailing slash. */
  readonly url: string;
  readonly key: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

type Sent = Readonly<Record<string, string>>;

/** The longest wait for a response, in milliseconds. */
const TIMEOUT = 30_000;

/** The service under test, as a vendor's program sees it. */
export class Service {
  readonly target: Target;
  readonly #tell: (message: string) => void;
  /** The ids of all leads that were accepted. */
  readonly leadIds = new Set<unknown>();

  /** `tell`: called with the reason for a delay. */
  constructor(target: Target, tell: (message: string) => void) {
    this.target = target;
    this.#tell = tell;
  }

  /** Sends a lead: an object, or a text that is sent unchanged. */
  async post(lead: object | string, headers: Sent = {}): Promise<Answer> {
    const body = typeof lead === 'string' ? lead : JSON.stringify(lead);
    const answer = await this.send('POST', '/lead', { 'content-type': 'application/json', ...headers }, body);
    if (answer.status === 200) this.leadIds.add(answer.body.leadId);
    return answer;
  }

  get(leadId: string, headers: Sent = {}): Promise<Answer> {
    return this.send('GET', `/lead/${encodeURIComponent(leadId)}`, headers);
  }

  /** Resolves to the API description, which needs no key and has no envelope. */
  async description(): Promise<{ readonly info?: { readonly version?: unknown } }> {
    const response = await fetch(`${this.target.url}/openapi.json`, {
      signal: AbortSignal.timeout(TIMEOUT),
    });
    assert.equal(response.status, 200, `expected status 200, got ${response.status}`);
    return (await response.json()) as object;
  }

  /** Looks a lead up, and resolves to the response, whatever its form. */
  lookUp(headers: Sent = {}): Promise<Response> {
    return this.#fetch('GET', '/lead/conformance', headers);
  }

  /**
   * Sends a request and checks the answer's envelope. The vendor's key is sent unless a header overrides it; an
   * empty header is left out.
   */
  async send(method: string, path: string, headers: Sent, body?: string): Promise<Answer> {
    const response = await this.#fetch(method, path, headers, body);
    return {
      status: response.status,
      headers: response.headers,
      body: envelopeBody(await response.text(), response),
    };
  }

  #fetch(method: string, path: string, headers: Sent, body?: string): Promise<Response> {
    const all = Object.entries({ 'x-api-key': this.target.key, ...headers }).filter(([, value]) => value);
    return this.#withinRateLimit(() =>
      fetch(this.target.url + path, {
        method,
        headers: all as [string, string][],
        redirect: 'manual', // the key must reach no other host
        signal: AbortSignal.timeout(TIMEOUT),
        ...(body !== undefined && { body }),
      }),
    );
  }

  /** Sends a request, and waits and tries again if the rate limit is used up. */
  async #withinRateLimit(request: () => Promise<Response>): Promise<Response> {
    for (let tries = 1; ; tries += 1) {
      const response = await request();
      const seconds = Number(response.headers.get('retry-after'));
      if (response.status !== 429 || tries === 5 || !(seconds > 0 && seconds <= 60)) return response;
      await response.body?.cancel();
      this.#tell(`The rate limit is used up: waiting ${seconds} s.`);
      await delay(seconds * 1000);
    }
  }
}

const isJson = ({ headers }: Response): boolean =>
  /^application\/json\b/.test(headers.get('content-type') ?? '');

/** Says that something else than the service has refused a request; `undefined` if nothing has. */
export const firewallIn = (response: Response): string | undefined =>
  [403, 406].includes(response.status) && !isJson(response)
    ? `a firewall answers: ${response.status}, not in JSON. It needs the exclusions of deploy/modsecurity`
    : undefined;

/** The body in an envelope, the form of every answer (Spec 1 and 7). Throws AssertionError for any other form. */
function envelopeBody(text: string, response: Response): Answer['body'] {
  const { status } = response;
  assert.ok(
    isJson(response),
    firewallIn(response) ?? `the response with status ${status} is not of type application/json`,
  );
  let envelope: { statusCode?: unknown; body?: unknown } | null;
  try {
    envelope = JSON.parse(text);
  } catch {
    assert.fail(`the response with status ${status} is not JSON`);
  }
  assert.equal(envelope?.statusCode, status, `statusCode in the envelope is not the status ${status}`);
  const body = envelope?.body;
  assert.ok(
    typeof body === 'object' && body !== null && !Array.isArray(body),
    'body in the envelope is not an object',
  );
  return body as Answer['body'];
}
