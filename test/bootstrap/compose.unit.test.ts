import { expect, it } from 'vitest';
import { LineJournal } from '../../src/adapters/outbound/telemetry/line-journal.ts';
import { compose } from '../../src/bootstrap/compose.ts';
import { readConfig } from '../../src/bootstrap/config.ts';
import { acceptsUri, storeModule } from '../../src/bootstrap/store.ts';
import { tokens } from '../../src/bootstrap/tokens.ts';

it.each([
  ['in memory', {}, ['mongoConnection']],
  ['on MongoDB', { MONGODB_URI: 'mongodb://127.0.0.1:1/leads', RATE_LIMIT_PER_MINUTE: '9' }, []],
])('everything that has a token can be composed: %s', async (_where, env, absent) => {
  const config = await readConfig(env, acceptsUri);
  const journal = new LineJournal('silent');
  const container = await compose(config, { store: await storeModule(config), journal });
  const missing = Object.entries(tokens).filter(([, token]) => !container.isBound(token));
  expect(missing.map(([name]) => name)).toEqual(absent);
  for (const token of Object.values(tokens)) if (container.isBound(token)) container.get(token as never);
  await container.unbindAllAsync();
});
