import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { calledService, shippedClients } from '../support/generated-clients.ts';

it.each(Object.entries(shippedClients))(
  'a client made by %s compiles, and calls the service',
  async (_, made) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'generated-client-'));
    await using service = await calledService();
    const [vendors, operators] = ['docs/openapi-clients.json', 'docs/operators-openapi-clients.json'].map(
      (file) => resolve(file),
    ) as [string, string];
    await expect(
      made({ folder: folder.path, vendors, operators, given: service.given }),
    ).resolves.toBeUndefined();
  },
  300_000,
);
