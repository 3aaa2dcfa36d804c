import { leadStatuses } from '../../../../domain/lead-status.ts';
import { accepted, refusals, refusedLeads, statusRead, unknownLead } from './examples.ts';

const text = { type: 'string' };

const envelope = (body: object) => ({
  type: 'object',
  required: ['statusCode', 'body'],
  properties: { statusCode: { type: 'integer', description: 'Same as the HTTP status.' }, body },
});

const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});

/** The response bodies, by the name under which the API description refers to them. */
export const answerSchemas = {
  LeadAccepted: envelope(object({ leadId: { ...text, description: 'UUID v7. Use it to read the status.' } })),
  LeadStatus: envelope(object({ leadId: text, status: { ...text, enum: leadStatuses } })),
  Refusal: envelope(object({ error: { ...text, description: 'Short label.' }, message: text })),
  RefusedLead: envelope(
    object(
      {
        error: { ...text, description: 'Short label of the first problem.' },
        message: text,
        errors: {
          type: 'array',
          description: 'All problems. Present only if more than one field is wrong.',
          items: object({ field: text, error: text, message: text }),
        },
      },
      ['error', 'message'],
    ),
  ),
  NotFound: envelope(object({ message: text })),
  Health: envelope(object({ status: text })),
};

const headers = {
  'X-Request-Id': {
    description: 'Quote it to support. Taken from the request if it sent a valid one.',
    schema: text,
  },
  'Api-Key-Expires': {
    description: 'HTTP date on which this key stops working. Sent only once another key has replaced it.',
    schema: text,
  },
};
const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };

const answer = (
  schema: keyof typeof answerSchemas,
  description: string,
  examples: object,
  more: object = {},
) => ({
  description,
  headers: { ...headers, ...more },
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, examples } },
});

const toAnybody = {
  '405': answer('Refusal', 'The path does not support this method.', refusals('method-not-allowed'), {
    Allow: { description: 'The supported methods.', schema: text },
  }),
  '500': answer('Refusal', 'An unexpected error. Retry with backoff.', refusals('fault')),
  '503': answer(
    'Refusal',
    'The service is temporarily unavailable. A lead that was sent may have been kept: retry with the same Idempotency-Key.',
    refusals('unavailable'),
    retryAfter,
  ),
};

const toVendors = {
  ...toAnybody,
  '403': answer('Refusal', 'The key is missing or not valid.', refusals('forbidden')),
  '429': answer(
    'Refusal',
    'The request quota, if the operator has set one, is used up.',
    refusals('too-many-requests'),
    {
      ...retryAfter,
      RateLimit: { description: 'What is left, and for how many seconds (IETF draft).', schema: text },
      'RateLimit-Policy': { description: 'The quota.', schema: text },
    },
  ),
};

export const createLeadAnswers = {
  '200': {
    ...answer('LeadAccepted', 'The lead is kept.', accepted, {
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
  '400': answer('RefusedLead', 'The lead breaks a rule; nothing of it is kept.', {
    ...refusedLeads,
    ...refusals('invalid-json', 'invalid-idempotency-key'),
  }),
  ...toVendors,
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
};

export const getLeadAnswers = {
  '200': answer('LeadStatus', 'The lead and its status.', statusRead),
  ...toVendors,
  '404': answer('NotFound', "There is no such lead, or it is another vendor's.", unknownLead),
};

export const healthAnswers = {
  '200': answer('Health', 'The check passed.', {
    ok: { value: { statusCode: 200, body: { status: 'ok' } } },
  }),
  ...toAnybody,
};
