import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiText, withFields } from '../../../../scripts/openapi.ts';
import type { Answer, HttpTarget, SentRequest } from '../../../support/http-target.ts';
import { koaTarget } from '../../../support/koa-target.ts';
import { keys, startLeadServer as start, type startLeadServer } from '../../../support/lead-server.ts';
import { sender, speakRaw } from '../../../support/socket.ts';

type Examples = Record<string, { value: unknown }>;
type Answers = Record<string, { content: { 'application/json': { examples: Examples } } }>;
interface Operation {
  tags: readonly string[];
  responses: Answers;
  requestBody?: { content: Answers[string]['content'] };
}
interface Described {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Described['paths'];
  servers: { url: string }[];
}
interface Components {
  schemas: Record<string, Schema & { properties: Record<string, Schema> }>;
}
interface Schema {
  type?: unknown;
  $ref?: string;
  enum?: unknown;
  items?: Schema;
  anyOf?: unknown;
  oneOf?: unknown;
  allOf?: unknown;
}

const written = await readFile('docs/openapi.json', 'utf8');
const description: Described = JSON.parse(written);
const createLead = description.paths['/lead']?.post;
const getLead = description.paths['/lead/{leadId}']?.get;
const leadExamples = createLead?.requestBody?.content['application/json'].examples ?? {};

/** Every example of an answer: its operation, status and name. */
const answerExamples = Object.entries({ createLead, getLead }).flatMap(([operation, described]) =>
  Object.entries(described?.responses ?? {}).flatMap(([status, { content }]) =>
    Object.entries(content['application/json'].examples).map(([name, { value }]) => ({
      operation,
      status,
      name,
      value,
    })),
  ),
);

let target: HttpTarget;
beforeAll(async () => {
  target = await koaTarget();
});
afterAll(() => target.close());

const post = (changed: Partial<SentRequest>): SentRequest => ({
  method: 'POST',
  path: '/v1/lead',
  headers: { 'x-api-key': target.key },
  body: JSON.stringify(leadExamples.whole?.value),
  ...changed,
});
const key = (more: object = {}): Record<string, string> => ({ 'x-api-key': target.key, ...more });

/** How to provoke each described answer that is not the answer to one of the example leads. */
const provoked: Record<string, (operation: string) => Promise<Answer> | Answer> = {
  'in-progress': async () => {
    const { leadId } = JSON.parse((await target.send(post({}))).text).body;
    return target.send({ method: 'GET', path: `/v1/lead/${leadId}`, headers: key() });
  },
  'unknown-lead': () =>
    target.send({ method: 'GET', path: '/v1/lead/01a1fd1b-477f-74a1-a3dd-b70e720f9f86', headers: key() }),
  forbidden: () => target.send(post({ headers: {} })),
  'method-not-allowed': (operation) =>
    target.send(post({ method: 'PUT', path: operation === 'createLead' ? '/v1/lead' : '/v1/lead/x' })),
  'empty-body': () => target.send(post({ body: '' })),
  'invalid-utf-8': () => target.send(post({ body: Buffer.from([0xff]) })),
  'invalid-json': () => target.send(post({ body: '{' })),
  'too-many-values': () => target.send(post({ body: '['.repeat(1_001) })),
  'not-an-object': () => target.send(post({ body: '[]' })),
  'invalid-idempotency-key': () =>
    target.send(post({ headers: key({ 'idempotency-key': 'x'.repeat(256) }) })),
  'idempotency-key-reused': async () => {
    const headers = key({ 'idempotency-key': 'reused' });
    await target.send(post({ headers }));
    return target.send(post({ headers, body: JSON.stringify(leadExamples.least?.value) }));
  },
  'request-timeout': async () => {
    const server = await start({ REQUEST_TIMEOUT_MS: '1000' });
    const begun = `POST /v1/lead HTTP/1.1\r\nx-api-key: ${keys.key}\r\nContent-Length: 9\r\n\r\n{`;
    const [head = '', text = ''] = (await speakRaw(server.url, begun)).split('\r\n\r\n');
    await server.drain();
    return { status: Number(head.split(' ')[1]), headers: {}, text };
  },
  'body-too-large': () => target.send(post({ body: 'x'.repeat(700_000) })),
  'media-type': () => target.send(post({ headers: key({ 'content-type': 'text/plain' }) })),
  'content-encoding': () => target.send(post({ headers: key({ 'content-encoding': 'gzip' }) })),
  fault: () =>
    target.send(
      post({ body: JSON.stringify({ ...Object(leadExamples.least?.value), email: 'error@sandbox.test' }) }),
    ),
  'too-many-requests': async () => {
    const limited = await koaTarget({ RATE_LIMIT_PER_MINUTE: '1' });
    await limited.send(post({}));
    const answer = await limited.send(post({}));
    await limited.close();
    return answer;
  },
  unavailable: async () => {
    const server: Awaited<ReturnType<typeof startLeadServer>> = await start();
    const { send, close } = sender(server.url);
    await send(post({})); // opens the connection
    const drained = server.drain();
    await delay(200);
    const answer = await send(post({}));
    close();
    await drained;
    return answer;
  },
};

const anyId = (text: string): string =>
  text.replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f-]{17}/g, 'an id');

describe('the API description', () => {
  it('is the one that the service returns, for caches to keep five minutes, and the one that is checked in (node scripts/openapi.ts writes it)', async () => {
    expect(await openApiText()).toBe(written);
    const answer = await target.send({ method: 'GET', path: '/v1/openapi.json' });
    expect(JSON.parse(answer.text)).toEqual(description);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
    });
  });

  it('is served once more, for generators, without webhooks and links, UUIDs and constant statuses, and checked in', async () => {
    const isLeftOut = (name: string, value: unknown) =>
      name === 'links' || value === 'uuid' || (name === 'const' && value !== 'lead.status_changed');
    const {
      webhooks,
      tags: _,
      ...whole
    } = JSON.parse(written, (name, value) => (isLeftOut(name, value) ? undefined : value));
    expect(Object.keys(webhooks)).toEqual(['lead.status_changed']);
    const { text } = await target.send({ method: 'GET', path: '/v1/openapi-clients.json' });
    const { tags, ...clients } = JSON.parse(text);
    expect(clients).toEqual(whole);
    expect(tags).toEqual([{ name: 'Leads', description: 'What you call.' }]);
    expect(await readFile('docs/openapi-clients.json', 'utf8')).toBe(
      await openApiText('openapi-clients.json'),
    );
  });

  it('has no pattern at a field that PHP cannot read: its setters would refuse every text', () => {
    const { properties } = JSON.parse(written).components.schemas.Lead;
    for (const { pattern = '' } of Object.values<{ pattern?: string }>(properties))
      expect(pattern).not.toContain('\\u');
  });

  it('gives the page for vendors its table of fields (node scripts/openapi.ts writes it)', async () => {
    const page = await readFile('docs/integrate.md', 'utf8');
    expect(withFields(page, written)).toBe(page);
    expect(page).toContain('| **`first_name`** | 255 | Customer first name. |');
  });

  it('has version 1.0.1, and names both environments if they are configured', async () => {
    const urls = {
      PUBLIC_URL: 'https://leads.example.com/v1',
      SANDBOX_URL: 'https://sandbox.example.com/v1',
    };
    const known = await koaTarget(urls);
    const { servers, info } = JSON.parse(
      (await known.send({ method: 'GET', path: '/v1/openapi.json' })).text,
    );
    await known.close();
    expect(info.version).toBe('1.0.1');
    expect(servers.map(({ url }: { url: string }) => url)).toEqual(Object.values(urls));
  });

  it('describes what vendors call, and no health check', () => {
    const described = Object.entries(description.paths).map(([path, { servers, ...operations }]) => [
      path,
      servers,
      Object.keys(operations),
    ]);
    expect(described).toEqual([
      ['/lead', undefined, ['post']],
      ['/lead/{leadId}', undefined, ['get']],
    ]);
  });

  it('has no tag for both operations and webhooks: generators would make one class of the two', () => {
    const tagsOf = (paths: Described['paths']) =>
      Object.values(paths).flatMap((path) => Object.values(path).flatMap(({ tags }) => tags));
    const [called, posted] = [description.paths, description.webhooks].map(tagsOf);
    expect([new Set(called), new Set(posted)]).toEqual([new Set(['Leads']), new Set(['Events'])]);
  });

  it('gives generators of clients one named class for each object: no alternatives, no object inside another', async () => {
    const { schemas }: Components = JSON.parse(await openApiText()).components;
    for (const [name, { type, properties, anyOf, oneOf, allOf }] of Object.entries(schemas)) {
      expect({ name, type, alternatives: anyOf ?? oneOf ?? allOf }).toEqual({ name, type: 'object' });
      for (const [field, value] of Object.entries(properties)) {
        const own = value.items ?? value;
        expect(own.$ref ?? own.type, `${name}.${field}`).toEqual(expect.anything());
        expect(own.type, `${name}.${field}`).not.toBe('object');
      }
    }
    expect(schemas.Lead?.properties.deal_type?.enum).toContain('buy-back');
  });

  it.each(Object.entries(leadExamples))(
    'its lead "%s" gets the described answer',
    async (name, { value }) => {
      const answer = await target.send(post({ body: JSON.stringify(value) }));
      const shown = answerExamples.find(
        (example) => example.operation === 'createLead' && example.name === name,
      );
      expect(answer.status).toBe(Number(shown?.status));
      expect(anyId(answer.text)).toBe(anyId(JSON.stringify(shown?.value)));
    },
  );

  it.each(answerExamples.filter(({ name }) => !(name in leadExamples)))(
    '$operation returns $status "$name" as described',
    async ({ operation, status, name, value }) => {
      const answer = await provoked[name]?.(operation);
      expect(answer?.status).toBe(Number(status));
      expect(anyId(answer?.text ?? '')).toBe(anyId(JSON.stringify(value)));
    },
  );
});
