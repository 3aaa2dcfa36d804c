import { expect, it } from 'vitest';
import { LineJournal } from '../../src/adapters/outbound/telemetry/line-journal.ts';
import { compose } from '../../src/bootstrap/compose.ts';
import { deskModules } from '../../src/bootstrap/modules/operator.ts';
import { upkeepModule } from '../../src/bootstrap/modules/upkeep.ts';
import { webhooksModule } from '../../src/bootstrap/modules/webhooks.ts';
import { configure } from '../../src/bootstrap/store.ts';
import { storeBySettings } from '../../src/bootstrap/store-by-settings.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';

it('whoever calls the API is waited for until the answer', async () => {
  const { config, store } = await configure({ API_KEYS: 'acme:key', DATA_FILE: 'memory' }, storeBySettings);
  const container = await compose(config, { store: store.module, journal: new LineJournal('silent') });
  const { areWaiting } = container.get(tokens.callers);
  const request = {
    method: 'GET',
    path: '/v1/leads/lead-1/status',
    header: () => undefined,
    body: async () => new Uint8Array(),
  };
  const answers = [1, 2].map(() => container.get(tokens.httpApi).handle(request));
  expect(areWaiting()).toBe(true);
  await Promise.all(answers);
  expect(areWaiting()).toBe(false);
  await container.unbindAllAsync();
});

it.each([
  [
    'in memory',
    { DATA_FILE: 'memory' },
    ['backupInto', 'heldNews', 'missingRights', 'remains', 'storeBackup', 'storeRoom', 'storeTime'],
  ],
  [
    'on MongoDB',
    { MONGODB_URI: 'mongodb://127.0.0.1:1/leads', RATE_LIMIT_PER_MINUTE: '9' },
    ['backupInto', 'remains', 'storeBackup', 'storeRoom'],
  ],
])('everything that has a token can be composed: %s', async (_where, env, lacking) => {
  const { config, store } = await configure(env, storeBySettings);
  const journal = new LineJournal('silent');
  const container = await compose(config, {
    store: store.module,
    journal,
    modules: [...(await deskModules(config)), webhooksModule, upkeepModule],
  });
  const missing = Object.entries(tokens).filter(([, token]) => !container.isBound(token));
  expect(missing.map(([name]) => name).toSorted()).toEqual(
    ['batched', 'delivered', 'identityProvider', 'skewMeasured', ...lacking].toSorted(),
  );
  for (const token of Object.values(tokens)) if (container.isBound(token)) container.get(token as never);
  await container.unbindAllAsync();
});
