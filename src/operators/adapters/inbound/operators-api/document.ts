import { setImmediate as turn } from 'node:timers/promises';
import * as v from 'valibot';
import { type UseCase, whoMayUse } from '#operators/application/operator-as.ts';
import { TimeZone } from '#operators/domain/time-zone.ts';
import { deskRoles } from '#operators/domain/work/desk-role.ts';
import { forClients } from '../../../../adapters/inbound/http/openapi/document.ts';
import { idempotencyKeySchema } from '../../../../domain/idempotency-key.ts';
import { MOST_PROBLEMS } from '../presentation/field-problems.ts';
import { type Fields, fieldsOn, only } from '../presentation/fields.ts';
import type { Operation } from '../presentation/operation.ts';
import { subjects } from '../presentation/operations.ts';
import { person } from '../presentation/shapes/lead-shapes.ts';
import { leadId, list, perhaps, said, text } from '../presentation/shapes/parts.ts';
import { EVENTS, webhooksIn } from './events.ts';
import { exampleOf } from './examples.ts';
import { type JsonSchemas, jsonSchemas } from './json-schemas.ts';

/** The roles in words: `viewer, sales or admin`. */
const roleNames = deskRoles.join(', ').replace(/, (?=[^,]*$)/, ' or ');

const FieldProblem = v.object({
  field: said(text, 'Such as `moves[2].status`.'),
  error: text,
  message: text,
});
/** The body of every refusal. */
const Problem = v.object({
  error: said(text, 'A short label, for programs.'),
  message: said(text, 'A sentence, for people.'),
  errors: perhaps(
    said(
      list(FieldProblem),
      `The fields of the request that are wrong, at most ${MOST_PROBLEMS}: then the message says how many more.`,
    ),
  ),
  candidates: perhaps(said(list(person), 'Who may be meant by a name that means nobody, or several.')),
});

const guide = `
For the operator’s own programs, such as a CRM. The objects are those that the command line prints with \`--json\`: what is not known is left out, times are in ISO 8601, and fields may be added.

## Tokens
\`leads token issue NAME --role ROLE\` prints a token once. Send it with each request: \`Authorization: Bearer TOKEN\`. Its role is ${roleNames}, as at the desk, and what it does is recorded under \`NAME (token)\`. \`leads token list\` says when each was last used; a revoked one works no longer at once. No cookie counts here, and no token at the desk.

## Refusals
Every refusal has \`error\`, a short label, and \`message\`, a sentence; if fields of the request are wrong, \`errors\` has them, at most a hundred. A name that is not known is refused, too: it may be mistyped. 404 is for the path alone; where a query or a body names what does not exist, it is 422. After 503 or no answer, a change may have been made: look, then try again.

## Making something once
A request that makes something may have an \`Idempotency-Key\` of your own. Sent again with the same token and key, to the same path, it makes nothing twice. Other changes refuse it: they would be made again.
`.trim();

/** Makes the description in OpenAPI 3.1 from the table of operations, each in a turn of its own: together they take long. */
export async function describe(version: string) {
  const schemas = await jsonSchemas({ Problem, FieldProblem });
  const paths: Record<string, Record<string, object>> = {};
  for (const { name, operations } of subjects)
    for (const operation of operations) {
      await turn();
      const path = paths[operation.path] ?? {};
      paths[operation.path] = path;
      path[operation.method.toLowerCase()] = described(operation, name, schemas);
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Leads for operators',
      version,
      summary: 'List, move and assign leads; customers, vendors, webhooks, the report and the audit log.',
      description: guide,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api', description: 'This desk' }],
    security: [{ token: [] }],
    tags: [
      ...subjects.map(({ name, description }) => ({ name, description })),
      { name: EVENTS, description: 'What is posted to your webhooks.' }, // of its own: generators make a class of each
    ],
    paths,
    webhooks: webhooksIn(schemas),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of `leads token issue`.' },
      },
      schemas: schemas.named,
      responses: Object.fromEntries(
        Object.entries(problems).map(([name, says]) => [name, problem(says, schemas)]),
      ),
    },
  };
}

/** The description for generators of clients. */
export const describeForClients = async (version: string): Promise<object> =>
  forClients(await describe(version));

function described(operation: Operation, tag: string, schemas: JsonSchemas): object {
  const { of } = schemas;
  const { id, path, needs, summary, description = '', makes, answer } = operation;
  const [query, body] = [fieldsOn(operation.query, anyDay), fieldsOn(operation.body, anyDay)];
  const parameters = [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
      name,
      in: 'path',
      required: true,
      description: name === 'vendor' ? 'Its id or exact name.' : 'Its id.',
      schema: of(name === 'leadId' ? leadId : text),
      example: exampleOf(of(text), schemas.named, '', name),
    })),
    ...Object.entries(query).map(([name, field]) => parameterOf(name, field, of)),
    ...(makes ? [idempotencyKey] : []),
  ];
  const answered = of(answer);
  const example = exampleOf(answered, schemas.named, id);
  const success = {
    description: makes ? 'Made.' : 'Done.',
    content: { 'application/json': { schema: answered, example } },
  };
  return {
    operationId: id,
    summary,
    // It begins with the summary: what makes tools for assistants of this shows them the description alone.
    description: [`${summary}.`, description, needed(needs)].filter(Boolean).join(' '),
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    ...(operation.body && {
      requestBody: {
        required: Object.values(body).some(isNeeded),
        content: { 'application/json': { schema: of(only(body)), example: operation.example } },
      },
    }),
    responses: { [makes ? '201' : '200']: success, ...refusalsOf(operation) },
  };
}

const needed = (useCase: UseCase): string => {
  const who = whoMayUse(useCase);
  return who === 'who has a role' ? 'Any role may.' : `For ${who}.`;
};

const isNeeded = ({ type }: Fields[string]): boolean => type !== 'nullish' && type !== 'optional';

function parameterOf(name: string, field: Fields[string], of: JsonSchemas['of']): object {
  const { description, ...schema } = of(field);
  // Without an example: Bruno 4.1 sends each optional parameter that has one.
  return { name, in: 'query', required: isNeeded(field), description, schema };
}

/** A fixed calendar, so that descriptions do not depend on the present time. */
const anyDay = { clock: () => new Date(0), timeZone: TimeZone.own() };

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same for each try of one request: nothing is made twice.',
  schema: { type: 'string', ...idempotencyKeySchema },
};

const problems = {
  Invalid:
    'The request cannot be read, or a value of it is not valid. Or it takes no Idempotency-Key, and has one.',
  Unauthorized: 'There is no token, or it does not work.',
  NotPermitted: 'The role of the token does not permit it.',
  Unknown: 'What the path names does not exist.',
  Refused: 'It is not possible as things are: `message` says why.',
  TooLarge: 'The body is too large.',
  MediaType: 'The body is not JSON.',
  NoEtag: 'If-Match was sent, and nothing here has an ETag: `from` says what you saw.',
  Unprocessable:
    'A field names what does not exist: `errors` says which. Or the Idempotency-Key was used for another request.',
  TooManyAttempts:
    'Too many different tokens that do not work came from this address. One that works is served.',
  Fault: 'An unexpected error.',
  Unavailable: 'Not now: `message` says why. Wait as long as Retry-After says.',
} as const;

const problem = (description: string, { named }: JsonSchemas): object => {
  const schema = { $ref: '#/components/schemas/Problem' };
  return { description, content: { 'application/json': { schema, example: exampleOf(schema, named) } } };
};

function refusalsOf({ method, path, naming, makes }: Operation): object {
  const ref = (name: keyof typeof problems) => ({ $ref: `#/components/responses/${name}` });
  const ofBody = {
    '413': ref('TooLarge'),
    '415': ref('MediaType'),
  };
  return {
    '400': ref('Invalid'),
    '401': ref('Unauthorized'),
    '403': ref('NotPermitted'),
    ...(path.includes('{') && { '404': ref('Unknown') }),
    '409': ref('Refused'),
    '412': ref('NoEtag'),
    ...(method !== 'GET' && ofBody),
    ...((makes || naming) && { '422': ref('Unprocessable') }),
    '429': ref('TooManyAttempts'),
    '500': ref('Fault'),
    '503': ref('Unavailable'),
  };
}
