import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { operatorsOpenApiText } from '../../../../scripts/openapi.ts';
import { served as operations } from '../../../../src/adapters/inbound/operators/operations.ts';

interface Described {
  readonly paths: Record<string, Record<string, { readonly operationId: string }>>;
  readonly components: { readonly schemas: Record<string, { readonly type?: string }> };
}

it('is what docs/operators-openapi.json has (node scripts/openapi.ts writes it)', async () => {
  expect(await readFile('docs/operators-openapi.json', 'utf8')).toBe(await operatorsOpenApiText());
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
