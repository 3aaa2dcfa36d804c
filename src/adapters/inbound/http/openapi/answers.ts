import { leadStatuses } from '../../../../domain/lead-status.ts';
import { accepted, refusals, refusedLeads, statusRead, unknownLead } from './examples.ts';

const text = { type: 'string' };

const envelope = (body: object) => ({
  type: 'object',
  required: ['statusCode', 'body'],
  properties: { statusCode: { type: 'integer', description: 'The HTTP status again.' }, body },
});

const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});

/** The response bodies, by the name under which the API description refers to them. */
export const answerSchemas = {
  LeadAccepted: envelope(object({ leadId: { ...text, description: 'UUID v7. Reads the status.' } })),
  LeadStatus: envelope(object({ leadId: text, status: { ...text, enum: leadStatuses } })),
  Refusal: envelope(object({ error: { ...text, description: 'Short label.' }, message: text })),
  RefusedLead: envelope(
    object(
      {
        error: { ...text, description: 'Short label of the first problem.' },
        message: text,
        errors: {
          type: 'array',
          description: 'Every problem. Only where more than one field is wrong.',
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
    description: 'Name it to support. Taken over from the request where it sent a sane one.',
    schema: text,
  },
  'Api-Key-Expires': {
    description: 'HTTP date: when this key ends, once another was issued in its stead.',
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
  '405': answer('Refusal', 'The path has no such method.', refusals('method-not-allowed'), {
    Allow: { description: 'The methods it has.', schema: text },
  }),
  '500': answer('Refusal', 'An unexpected fault. Try again with backoff.', refusals('fault')),
  '503': answer(
    'Refusal',
    'The service cannot take requests just now. What was sent may have been kept: try again, with the same Idempotency-Key.',
    refusals('unavailable'),
    retryAfter,
  ),
};

const toVendors = {
  ...toAnybody,
  '403': answer('Refusal', 'The key is missing or not valid.', refusals('forbidden')),
  '429': answer(
    'Refusal',
    'The quota is used up, where the operator has set one.',
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
        description: '`true` where an earlier request had made this lead.',
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
    'The request did not arrive in whole in time. Try again.',
    refusals('request-timeout'),
  ),
  '413': answer('Refusal', 'The body is too large.', refusals('body-too-large')),
  '415': answer('Refusal', 'The body is no JSON as it stands.', refusals('media-type', 'content-encoding')),
  '422': answer(
    'Refusal',
    'The Idempotency-Key stands for another lead.',
    refusals('idempotency-key-reused'),
  ),
};

export const getLeadAnswers = {
  '200': answer('LeadStatus', 'The lead and its status.', statusRead),
  ...toVendors,
  '404': answer('NotFound', "There is no such lead, or it is another vendor's.", unknownLead),
};

export const healthAnswers = {
  '200': answer('Health', 'Yes.', { ok: { value: { statusCode: 200, body: { status: 'ok' } } } }),
  ...toAnybody,
};
