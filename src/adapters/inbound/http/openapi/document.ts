import { idempotencyKeySchema } from '../../../../domain/idempotency-key.ts';
import type { Operation, OperationName } from '../operation.ts';
import { answerSchemas, createLeadAnswers, getLeadAnswers } from './answers.ts';
import type { BaseUrls } from './base-urls.ts';
import { exampleLeadId, leads } from './examples.ts';
import { guide } from './guide.ts';
import { leadSchema } from './lead-schema.ts';
import { eventSchemas, webhooks } from './webhooks.ts';

const text = { type: 'string' };

const requestId = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'Your own id for this request: 1 to 128 letters, digits and `._:-`. Anything else is ignored.',
  schema: text, // no pattern: no request is refused for it
};

/** The parts of a description that the table of operations lacks. An operation without an entry does not compile. */
const described = {
  createLead: {
    summary: 'Create Lead',
    description:
      'Stores the customer as a contact and the lead as a deal. Both are durable when you get a 200.',
    tags: ['Leads'],
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'Makes a retry safe: the same key and lead return the first `leadId`.',
        schema: { ...text, ...idempotencyKeySchema },
      },
      requestId,
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Lead' }, examples: leads } },
    },
    responses: createLeadAnswers,
  },
  getLead: {
    summary: 'Get Lead',
    description: "Reads the current status of one of the vendor's own leads.",
    tags: ['Leads'],
    parameters: [
      {
        name: 'leadId',
        in: 'path',
        required: true,
        description: 'The `leadId` returned by Create Lead, in any case.',
        schema: { ...text, format: 'uuid' },
        example: exampleLeadId,
      },
      requestId,
    ],
    responses: getLeadAnswers,
  },
  health: undefined, // for those who run the service; clients of vendors do not need it
  readiness: undefined,
  describe: undefined, // the document does not describe itself
  fromSource: undefined, // not described: senders use forms of their own
  describeForClients: undefined,
} as const satisfies Record<OperationName, object | undefined>;

/** Makes the API description in OpenAPI 3.1 from the table of operations. */
export function openApiDocument(operations: readonly Operation[], { production, sandbox }: BaseUrls) {
  const paths: Record<string, Record<string, object>> = {};
  for (const { name, method, path } of operations) {
    const description = described[name];
    if (!description) continue;
    const below = path.slice('/v1'.length);
    paths[below] ??= {};
    paths[below][method.toLowerCase()] = { operationId: name, ...description, security: [{ apiKey: [] }] };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Partner Lead Submission',
      version: '1.0.1',
      summary: 'Submit sales and service leads on behalf of a vendor partner, and read their status.',
      description: guide,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: serversOf(production, sandbox),
    tags: [
      { name: 'Leads', description: 'What you call.' },
      { name: 'Events', description: 'What is posted to your webhook.' }, // of its own: generators make a class of each
    ],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: "The vendor's API key." },
      },
      schemas: { Lead: leadSchema, ...eventSchemas, ...answerSchemas },
    },
  };
}

/**
 * The description for generators of clients and of collections of requests, without what they stumble over.
 * `webhooks`: OpenAPI Generator 7.25 makes calls of them that do not compile; the schemas of events stay, as
 * types to read events with. `links`: Bruno 4.1 makes a script of each, which fails. The format `uuid` and the
 * `const` of a status: they would be types of their own, where callers have text and numbers.
 */
export function forClients({ webhooks: _, ...description }: Whole): object {
  const isLeftOut = (name: string, value: unknown) =>
    name === 'links' || value === 'uuid' || (name === 'const' && typeof value === 'number');
  const rest = JSON.stringify(description, (name, value) => (isLeftOut(name, value) ? undefined : value));
  return { ...JSON.parse(rest), tags: description.tags.filter(({ name }) => name !== 'Events') };
}

interface Whole {
  readonly webhooks: object;
  readonly tags: readonly { readonly name: string }[];
}

/** The document's servers. If neither base URL is known, the server that the document came from. */
function serversOf(production: string | undefined, sandbox: string | undefined): object[] {
  const known = [
    ...(production ? [{ url: production, description: 'Production' }] : []),
    ...(sandbox ? [{ url: sandbox, description: 'Sandbox' }] : []),
  ];
  return known.length > 0 ? known : [{ url: '/v1', description: 'This server' }];
}
