import { serve } from '../../../../src/adapters/inbound/node-http/serve.ts';
import { someApi } from '../../../support/some-api.ts';

/** Drains a server whose one request is never answered, and whose client has gone: nothing else is going on here. */
const { url, drain } = await serve(() => {}, { api: someApi(), port: 0 });
await fetch(url, { signal: AbortSignal.timeout(200) }).catch(() => {});
await drain();
process.stdout.write('drained\n');
