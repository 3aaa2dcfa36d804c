import { leadStatuses } from '../../../../domain/lead-status.ts';
import { accepted, otherMethod, refusals, refusedLeads, statusRead, unknownLead } from './examples.ts';

const text = { type: 'string' };
const uuid = { ...text, format: 'uuid' };

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});

/** The bodies of all envelopes. */
const bodies = {
  AcceptedLead: object({
    leadId: { ...uuid, description: 'UUID v7. Keep it as it is, and use it to read the status.' },
  }),
  FoundLead: object({ leadId: uuid, status: { ...text, enum: leadStatuses } }),
  Refusal: object({ error: { ...text, description: 'Short label.' }, message: text }),
  RefusedLead: object(
    {
      error: { ...text, description: 'Short label of the first problem.' },
      message: text,
      errors: {
        type: 'array',
        description: 'All problems. Present only if more than one field is wrong.',
        items: schema('Problem'),
      },
    },
    ['error', 'message'],
  ),
  NotFound: object({ message: text }),
};

/** The only status with which a body is sent; the others are sent with several. */
const onlyStatus: Readonly<Record<string, number>> = {
  AcceptedLead: 200,
  FoundLead: 200,
  RefusedLead: 400,
  NotFound: 404,
};

const envelope = (name: string) => {
  const only = name in onlyStatus && { const: onlyStatus[name] };
  return object({
    statusCode: { type: 'integer', ...only, description: 'Same as the HTTP status.' },
    body: schema(name),
  });
};

/** All schemas of answers. Each object has its own name, which generated clients give to its class. */
export const answerSchemas = {
  ...Object.fromEntries(Object.keys(bodies).map((name) => [`${name}Envelope`, envelope(name)])),
  ...bodies,
  Problem: object({ field: text, error: text, message: text }),
};

const requestId = {
  'X-Request-Id': {
    description: 'Quote it to support. Taken from the request if it sent a valid one.',
    schema: text,
  },
};
const aboutTheVendor = {
  'Api-Key-Expires': {
    description: 'HTTP date on which this key stops working. Not sent if it has no end.',
    schema: text,
  },
  RateLimit: {
    description:
      'What is left of the quota (`r`), and the seconds until it is full again (`t`). Sent only if there is one.',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The quota (`q`) of each window of so many seconds (`w`). Sent only if there is one.',
    schema: text,
  },
};
const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };

const answer = (body: keyof typeof bodies, description: string, examples: object, more: object = {}) => ({
  description,
  headers: { ...requestId, ...more },
  content: { 'application/json': { schema: schema(`${body}Envelope`), examples } },
});

/** `methods`: those of the path. */
const vendorAnswers = (methods: string) => ({
  '405': answer('Refusal', 'The path does not support this method.', otherMethod(methods), {
    Allow: { description: 'The supported methods.', schema: text },
  }),
  '500': answer('Refusal', 'An unexpected error. Retry with backoff.', refusals('fault')),
  '429': answer(
    'Refusal',
    'The request quota, if the operator has set one, is used up.',
    refusals('too-many-requests'),
    retryAfter,
  ),
});

/** Adds the headers about key and quota to answers for a known vendor. Strangers only get the 403. */
const toVendor = (answers: Record<string, { readonly headers: object; readonly links?: object }>) => ({
  ...Object.fromEntries(
    Object.entries(answers).map(([status, { headers, ...rest }]) => [
      status,
      { ...rest, headers: { ...headers, ...aboutTheVendor } },
    ]),
  ),
  '403': answer(
    'Refusal',
    'The key is missing, wrong, expired or revoked: the message says which.',
    refusals('forbidden'),
  ),
});

export const createLeadAnswers = toVendor({
  '200': {
    ...answer('AcceptedLead', 'The lead has been stored.', accepted, {
      'Idempotent-Replayed': {
        description: '`true` if an earlier request created this lead.',
        schema: text,
      },
    }),
    links: {
      status: {
        operationId: 'getLead',
        parameters: { leadId: '$response.body#/body/leadId' },
        description: 'Reads the status of this lead.',
      },
    },
  },
  '400': answer('RefusedLead', 'The lead breaks a rule; nothing of it is stored.', {
    ...refusedLeads,
    ...refusals(
      ...(['empty-body', 'invalid-utf-8', 'too-many-values', 'invalid-json', 'not-an-object'] as const),
      'invalid-idempotency-key',
    ),
  }),
  ...vendorAnswers('POST'),
  '408': answer(
    'Refusal',
    'The request was not received completely in time. Retry.',
    refusals('request-timeout'),
  ),
  '413': answer('Refusal', 'The body is too large.', refusals('body-too-large')),
  '415': answer(
    'Refusal',
    'The media type is not JSON, or the body has a Content-Encoding.',
    refusals('media-type', 'content-encoding'),
  ),
  '422': answer(
    'Refusal',
    'The Idempotency-Key was already used for another lead.',
    refusals('idempotency-key-reused'),
  ),
  '503': answer(
    'Refusal',
    'The service is temporarily unavailable. The lead may have been stored: retry with the same Idempotency-Key.',
    refusals('unavailable'),
    retryAfter,
  ),
});

export const getLeadAnswers = toVendor({
  '200': answer('FoundLead', 'The lead and its status.', statusRead),
  ...vendorAnswers('GET, HEAD'),
  '404': answer('NotFound', "There is no such lead, or it is another vendor's.", unknownLead),
  '503': answer(
    'Refusal',
    'The service is temporarily unavailable. Retry.',
    refusals('unavailable'),
    retryAfter,
  ),
});
