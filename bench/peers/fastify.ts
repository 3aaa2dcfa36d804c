import Fastify from 'fastify';
import { dealTypes, digitsOf, isPhone, type Payload } from './lead.ts';
import { openStore } from './store.ts';

/** The fastest of the usual frameworks, as its own guide recommends: schemas for requests and responses, no log. */

const { API_KEY, PORT } = process.env;
const store = await openStore(process.env);
const app = Fastify({ ajv: { customOptions: { coerceTypes: false } } });

const text = { type: 'string', minLength: 1 };
const optional = ['last_name', 'zip', 'external_lead_id', 'external_id'];
const vehicle = ['vehicle_year', 'vehicle_make', 'vehicle_model', 'vehicle_miles'];
const body = {
  type: 'object',
  required: ['first_name', 'deal_type', 'vendor_name', 'lead_notes'],
  anyOf: [{ required: ['email'] }, { required: ['phone'] }],
  properties: {
    first_name: text,
    email: { type: 'string', format: 'email' },
    phone: { type: 'string' },
    deal_type: { type: 'string', enum: dealTypes },
    vendor_name: text,
    lead_notes: text,
    ...Object.fromEntries([...optional, ...vehicle].map((name) => [name, { type: 'string' }])),
  },
};
const envelope = (...names: string[]) => ({
  type: 'object',
  properties: {
    statusCode: { type: 'integer' },
    body: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
  },
});

app.addHook('onRequest', async (request, reply) => {
  if (request.headers['x-api-key'] === API_KEY) return;
  return reply.code(403).send({ statusCode: 403, body: { error: 'Forbidden' } });
});

app.post<{ Body: Payload }>(
  '/v1/lead',
  {
    schema: { body, response: { 200: envelope('leadId') } },
    async preValidation({ body: lead }, reply) {
      if (typeof lead?.deal_type === 'string') lead.deal_type = lead.deal_type.toLowerCase();
      if (typeof lead?.phone !== 'string' || isPhone(digitsOf(lead.phone))) return;
      return reply.code(400).send({ statusCode: 400, body: { error: 'Invalid phone format' } });
    },
  },
  async ({ body: lead }) => ({ statusCode: 200, body: { leadId: await store.create(lead) } }),
);

app.get<{ Params: { leadId: string } }>(
  '/v1/lead/:leadId',
  { schema: { response: { 200: envelope('leadId', 'status'), 404: envelope('message') } } },
  async ({ params: { leadId } }, reply) => {
    const status = await store.statusOf(leadId);
    if (status) return { statusCode: 200, body: { leadId, status } };
    const message = `No lead was found with the leadId: ${leadId}`;
    return reply.code(404).send({ statusCode: 404, body: { message } });
  },
);

console.log(await app.listen({ host: '127.0.0.1', port: Number(PORT) }));
