import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { operatorsClientsText, operatorsOpenApiText } from '../../../../../scripts/openapi.ts';
import { served as operations } from '../../../../../src/operators/adapters/inbound/presentation/operations.ts';
import { countTurns } from '../../../../support/count-turns.ts';

interface Described {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
  readonly components: { readonly schemas: Record<string, { readonly type?: string }> };
}

/** Made once: to describe every operation takes a tenth of a second. */
const document = await operatorsOpenApiText();

it('is what docs/operators-openapi.json has (node scripts/openapi.ts writes it)', async () => {
  expect(await readFile('docs/operators-openapi.json', 'utf8')).toBe(document);
});

it('for generators is docs/operators-openapi-clients.json, and has no webhooks: OpenAPI Generator 7.25 loses nine operations beside them', async () => {
  const text = await operatorsClientsText();
  expect(await readFile('docs/operators-openapi-clients.json', 'utf8')).toBe(text);
  const [whole, clients] = [document, text].map((each) => JSON.parse(each));
  const withoutUuid = (_: string, value: unknown) => (value === 'uuid' ? undefined : value);
  expect(clients.paths).toEqual(JSON.parse(JSON.stringify(whole.paths), withoutUuid));
  expect(clients).not.toHaveProperty('webhooks');
  const tags = (webhooks: object) => Object.values(webhooks).flatMap(({ post }) => post.tags);
  expect(new Set(tags(whole.webhooks))).toEqual(new Set(['Events']));
  expect(clients.tags.map(({ name }: { name: string }) => name)).not.toContain('Events');
  const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(clients.components.schemas)));
});

it('describes every operation, each under a name of its own', async () => {
  const { paths }: Described = JSON.parse(document);
  const described = Object.values(paths).flatMap((path) => Object.values(path));
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    operations.map(({ id }) => id).sort(),
  );
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

it('is made in many turns of the event loop: nobody waits for all of it', async () => {
  await operatorsOpenApiText(); // loads what makes it
  const turns = countTurns();
  await operatorsOpenApiText();
  await turns.end();
  expect(turns.passed).toBeGreaterThanOrEqual(operations.length);
});

it('uses every schema, and refers to nothing else', async () => {
  const { schemas } = (JSON.parse(document) as Described).components;
  const named = [...document.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(schemas)));
});

it('says of each operation, in its description alone, what it does to what: makers of tools for assistants show nothing else', async () => {
  const verbs =
    /^(?:Add|Deliver|Drop|Erase|Export|Find|Follow|Issue|List|Make|Mend|Move|Open|Read|Remove|Replace|Report|Revoke|Say|Send|Show|Sign|Stop|Take back|Write down) /;
  const things = /\b(?:lead|contact|customer|person|people|vendor|key|source|webhook|operator)s?\b/;
  for (const { id, summary, description = '' } of operations) {
    expect([id, summary]).toEqual([id, expect.stringMatching(verbs)]);
    expect([id, summary]).toEqual([id, expect.stringMatching(things)]);
    expect([id, summary, description]).toEqual([
      id,
      expect.not.stringMatching(/\.$/),
      expect.stringMatching(/^$|\.$/),
    ]);
  }
  const { paths } = JSON.parse(document) as Pages;
  for (const { operationId, description } of Object.values(paths).flatMap((path) => Object.values(path)))
    expect(description).toContain(`${operations.find(({ id }) => id === operationId)?.summary}. `);
});

interface Shown {
  readonly schema: object;
  readonly example?: unknown;
}
type Content = { readonly content: { readonly 'application/json': Shown } };
interface Pages {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly operationId: string;
        readonly description: string;
        readonly parameters?: readonly (Shown & { readonly name: string; readonly in: string })[];
        readonly requestBody?: Content;
        readonly responses: Record<string, Content | object>;
      }
    >
  >;
  readonly webhooks: Record<string, { readonly post: { readonly requestBody: Content } }>;
  readonly components: { readonly responses: Record<string, Content> };
}

it('has an example of each part of a path, body and answer, as it is described: an answer with all of its fields', async () => {
  const whole = JSON.parse(document) as Pages;
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(whole, 'api');
  const complete = JSON.parse(JSON.stringify(whole), (_, value) =>
    value?.properties ? { ...value, required: Object.keys(value.properties) } : value,
  );
  ajv.addSchema(complete, 'complete');
  const inJson = ({ content }: Content) => content['application/json'];
  const shown: (readonly [string, Shown])[] = [
    ...Object.values(whole.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId: id, parameters = [], requestBody, responses }) => [
        ...parameters
          .filter((each) => each.in === 'path')
          .map((each) => [`${id} ${each.name}`, each] as const),
        ...(requestBody ? [[`${id} body`, inJson(requestBody)] as const] : []),
        ...Object.values(responses).flatMap((each) =>
          'content' in each ? [[`${id} answer`, inJson(each)] as const] : [],
        ),
      ]),
    ),
    ...Object.entries(whole.webhooks).map(([type, { post }]) => [type, inJson(post.requestBody)] as const),
    ...Object.entries(whole.components.responses).map(([name, each]) => [name, inJson(each)] as const),
  ];
  expect(shown.length).toBeGreaterThan(100);
  for (const [at, { schema, example }] of shown) {
    const root = at.endsWith(' body') ? 'api' : 'complete';
    const fits = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${root}#/`)));
    fits(example);
    expect([at, fits.errors]).toEqual([at, null]);
  }
});
