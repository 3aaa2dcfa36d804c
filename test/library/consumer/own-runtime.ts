import assert from 'node:assert/strict';
import { compose, coreModule, LineJournal, readConfig, tokens } from 'partner-lead-service/compose';
import { ownStore } from './own-store.ts';

const config = await readConfig({ APP_ENV: 'production', API_KEYS: 'acme:sesame' }, ownStore);
const container = await compose(config, { store: ownStore.module, journal: new LineJournal('silent') });
const authenticate = container.get(tokens.authenticateVendor);
assert.equal((await authenticate('sesame'))?.vendor.name, 'acme');
assert(coreModule);
await container.unbindAllAsync();
console.log('composed');
