import { leadStatuses } from '../../../../domain/lead-status.ts';
import { exampleLeadId } from './examples.ts';

const text = { type: 'string' };
const time = { type: 'string', format: 'date-time' };
const status = { type: 'string', enum: leadStatuses };

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: text,
});

/** The messages that are posted to a vendor's webhook, in OpenAPI. */
export const webhooks = {
  'lead.status_changed': {
    post: {
      operationId: 'leadStatusChanged',
      summary: 'A lead has another status',
      description:
        'Posted to the webhook that the operator has added for you, after Standard Webhooks 1.0. Verify the signature, answer 2xx within 15 seconds, and expect the same event more than once.',
      tags: ['Events'],
      security: [],
      parameters: [
        header('webhook-id', 'The id of the event: the same for each try.'),
        header('webhook-timestamp', 'When this try was sent, in seconds since 1970.'),
        header(
          'webhook-signature',
          '`v1,` and the base64 of an HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; several, separated by spaces, while the secret changes.',
        ),
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/StatusChanged' },
            examples: { quoted: { value: example() } },
          },
        },
      },
      responses: {
        '2XX': { description: 'Received. Anything else is tried again.' },
        '410': { description: 'Gone: nothing more is posted until the operator resumes.' },
      },
    },
  },
};

export const eventSchemas = {
  StatusChanged: {
    type: 'object',
    description: 'Fields may be added.',
    required: ['type', 'timestamp', 'data'],
    properties: {
      type: { type: 'string', const: 'lead.status_changed' },
      timestamp: time,
      data: { $ref: '#/components/schemas/ChangedStatus' },
    },
  },
  ChangedStatus: {
    type: 'object',
    description: 'The lead and its new status.',
    required: ['leadId', 'status', 'previousStatus', 'statusUpdatedAt'],
    properties: {
      leadId: { ...text, format: 'uuid' },
      externalLeadId: { ...text, description: 'Your own id of the lead, if you sent one.' },
      status,
      previousStatus: status,
      statusUpdatedAt: {
        ...time,
        description: 'The latest one is the present status: order is not promised.',
      },
      lostReason: {
        ...text,
        description: 'Why the lead is Lost, if the operator says so: one of the operator’s own codes.',
      },
    },
  },
};

function example() {
  const at = '2026-05-01T10:00:00.000Z';
  const data = { leadId: exampleLeadId, externalLeadId: 'A-1047', status: 'Quoted' };
  return {
    type: 'lead.status_changed',
    timestamp: at,
    data: { ...data, previousStatus: 'In Progress', statusUpdatedAt: at },
  };
}
