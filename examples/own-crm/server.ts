import { once } from 'node:events';
import { createLeadService } from 'partner-lead-service';
import { StaticKeys } from 'partner-lead-service/in-memory';
import { createHttpApi, makeLeadApp, serve } from 'partner-lead-service/koa';
import { SqliteCrm } from './sqlite-crm.ts';

const { LEADS_FILE = 'leads.sqlite', API_KEYS = '', PORT = '3000' } = process.env;

if (!API_KEYS)
  console.warn(
    'API_KEYS is not set, so every request will be refused. Set API_KEYS=acme:sesame, for example.',
  );

const crm = new SqliteCrm(LEADS_FILE);
const service = createLeadService({ crm, keys: StaticKeys.parse(API_KEYS) });
const api = createHttpApi(service);
const server = await serve(makeLeadApp(api), { api, port: Number(PORT) });
console.log(`Serving ${server.url}/v1, leads in ${LEADS_FILE}`);

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
await server.drain();
crm.close();
