import type { HookEventType } from '../../../domain/events/lead-event.ts';
import type { Schema } from '../operators/fields.ts';
import {
  dealType,
  object,
  owner,
  type Properties,
  pausedBecause,
  ref,
  said,
  status,
  text,
  time,
} from '../operators/schemas.ts';

const url = said(text, 'Its page at the desk, if `DESK_URL` is set where events are delivered.');

const ofLead = (known: Properties = {}, perhaps: Properties = {}): Schema =>
  object(
    { leadId: text, status, vendor: object({ id: text }, { name: said(text, 'As it was sent.') }), ...known },
    { externalLeadId: said(text, 'The vendor’s own id of it.'), owner, url, ...perhaps },
  );

const ofHook = object(
  { hookId: text },
  {
    host: said(text, 'Of its address.'),
    vendor: said(object({ id: text }), 'Whose it is; absent if it is the operator’s own.'),
    failingSince: time,
    why: said(pausedBecause, 'Why it is paused, if it is.'),
    url,
  },
);

const statusUpdatedAt = said(time, 'The latest one is the present status: order is not promised.');
const deal = { dealType, notes: text, vehicle: ref('Vehicle'), contactId: text, receivedAt: time };

/** What has happened, and the `data` that is posted then to the operator's own webhooks. */
const events = {
  'lead.received': [
    'A lead came in',
    ofLead(
      { statusUpdatedAt },
      { deal: object(deal), customer: said(ref('Customer'), 'As sent. Absent once it was erased.') },
    ),
  ],
  'lead.status_changed': [
    'A lead has another status',
    ofLead(
      { previousStatus: status, statusUpdatedAt },
      { lostReason: said(text, 'The code of why it is Lost.') },
    ),
  ],
  'lead.assigned': ['A lead became somebody’s, or nobody’s', ofLead()],
  'lead.unanswered': ['A customer was not answered in time', ofLead({ waitingSince: time })],
  'lead.follow_up_due': ['The time of a follow-up has come', ofLead({ followUpAt: time })],
  'hook.failing': ['A webhook has failed for half as long as it takes to be paused', ofHook],
  'hook.paused': ['A webhook was paused because its receiver failed', ofHook],
} satisfies Record<HookEventType, readonly [summary: string, data: Schema]>;

/** What is posted to the operator's own webhooks, in the words of OpenAPI. */
export const webhooks = Object.fromEntries(
  Object.entries(events).map(([type, [summary, data]]) => [type, { post: posted(type, summary, data) }]),
);

function posted(type: string, summary: string, data: Schema): object {
  const schema = object({ type: { type: 'string', const: type }, timestamp: time, data });
  return {
    operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: 'Signed after Standard Webhooks 1.0. It may come twice, with the same `webhook-id`.',
    tags: ['Webhooks'],
    security: [],
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: {
      '2XX': { description: 'Received. Anything else is tried again.' },
      '410': { description: 'Gone: nothing more is posted until the webhook is resumed.' },
    },
  };
}
