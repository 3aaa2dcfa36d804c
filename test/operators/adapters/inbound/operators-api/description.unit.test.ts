import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { operatorsClientsText, operatorsOpenApiText } from '../../../../../scripts/openapi.ts';
import { served as operations } from '../../../../../src/operators/adapters/inbound/presentation/operations.ts';

interface Described {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
  readonly components: { readonly schemas: Record<string, { readonly type?: string }> };
}

it('is what docs/operators-openapi.json has (node scripts/openapi.ts writes it)', async () => {
  expect(await readFile('docs/operators-openapi.json', 'utf8')).toBe(await operatorsOpenApiText());
});

it('for generators is docs/operators-openapi-clients.json, and has no webhooks: OpenAPI Generator 7.25 loses nine operations beside them', async () => {
  const text = await operatorsClientsText();
  expect(await readFile('docs/operators-openapi-clients.json', 'utf8')).toBe(text);
  const [whole, clients] = [await operatorsOpenApiText(), text].map((each) => JSON.parse(each));
  expect(clients.paths).toEqual(whole.paths);
  expect(clients).not.toHaveProperty('webhooks');
  const tags = (webhooks: object) => Object.values(webhooks).flatMap(({ post }) => post.tags);
  expect(new Set(tags(whole.webhooks))).toEqual(new Set(['Events']));
  expect(clients.tags.map(({ name }: { name: string }) => name)).not.toContain('Events');
  const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(clients.components.schemas)));
});

it('describes every operation, each under a name of its own', async () => {
  const { paths }: Described = JSON.parse(await operatorsOpenApiText());
  const described = Object.values(paths).flatMap((path) => Object.values(path));
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    operations.map(({ id }) => id).sort(),
  );
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

it('uses every schema, and refers to nothing else', async () => {
  const text = await operatorsOpenApiText();
  const { schemas } = (JSON.parse(text) as Described).components;
  const named = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name = '']) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(schemas)));
});
