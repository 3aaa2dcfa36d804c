import * as v from 'valibot';
import type { HookEventType } from '#operators/domain/events/lead-event.ts';
import { pausedBecause } from '../presentation/shapes/hook-shapes.ts';
import {
  byId,
  Customer,
  dealType,
  lostReason,
  owner,
  sent,
  status,
} from '../presentation/shapes/lead-shapes.ts';
import { leadId, perhaps, ref, said, text, time } from '../presentation/shapes/parts.ts';
import { exampleOf } from './examples.ts';
import type { JsonSchemas } from './json-schemas.ts';

/** The tag of events in the description. */
export const EVENTS = 'Events';

const url = perhaps(said(text, 'Its page at the desk, if `DESK_URL` is set where events are delivered.'));

const ofLead = (more: v.ObjectEntries = {}) =>
  v.object({
    leadId,
    status,
    vendor: v.object({ id: text, name: perhaps(said(text, 'As it was sent.')) }),
    externalLeadId: perhaps(said(text, 'The vendor’s own id of it.')),
    owner: perhaps(owner),
    url,
    ...more,
  });

const ofHook = v.object({
  hookId: text,
  host: perhaps(said(text, 'Of its address.')),
  vendor: perhaps(said(v.object({ id: text }), 'Whose it is; absent if it is the operator’s own.')),
  failingSince: perhaps(time),
  why: perhaps(said(pausedBecause, 'Why it is paused, if it is.')),
  url,
});

const Promised = v.object({
  at: time,
  by: perhaps(said(text, 'Who promised it; absent if it is the owner’s.')),
  byId: perhaps(byId),
});

const statusUpdatedAt = said(time, 'The latest one is the present status: order is not promised.');
const { externalId: _beside, ...wish } = sent;
const deal = v.object({ dealType, ...wish, contactId: text, receivedAt: time });

/** Each event in words, and the `data` that the operator's own webhooks then get. */
const events = {
  'lead.received': [
    'A lead came in',
    ofLead({
      statusUpdatedAt,
      deal: perhaps(deal),
      customer: perhaps(ref(Customer, 'As sent. Absent once it was erased.')),
    }),
  ],
  'lead.status_changed': [
    'A lead has another status',
    ofLead({ previousStatus: status, statusUpdatedAt, lostReason: perhaps(lostReason) }),
  ],
  'lead.assigned': ['A lead became somebody’s, or nobody’s', ofLead()],
  'lead.unanswered': ['A customer was not answered in time', ofLead({ waitingSince: time })],
  'lead.follow_up_due': [
    'The time of a follow-up has come',
    ofLead({ followUpAt: time, followUp: Promised }),
  ],
  'lead.corrected': [
    'The customer of a lead was corrected, or two contacts became one',
    ofLead({
      contactId: perhaps(text),
      customer: perhaps(ref(Customer, 'Who it is by now. Absent once it was erased.')),
    }),
  ],
  'lead.answered': ['A customer was first answered', ofLead()],
  'lead.held': [
    'A source sent something that is no lead as it stands',
    v.object({
      heldId: text,
      source: text,
      vendor: v.object({ id: text }),
      why: said(text, 'A word from a closed list.'),
      url,
    }),
  ],
  'hook.failing': ['A webhook has failed for half as long as it takes to be paused', ofHook],
  'hook.paused': ['A webhook was paused because its receiver failed', ofHook],
} satisfies Record<HookEventType, readonly [summary: string, data: v.GenericSchema]>;

/** Describes the messages to the operator's own webhooks in OpenAPI. */
export const webhooksIn = ({ of, named }: JsonSchemas): object =>
  Object.fromEntries(
    Object.entries(events).map(([type, [summary, data]]) => {
      const schema = of(
        v.object({ type: v.pipe(v.literal(type), v.metadata({ type: 'string' })), timestamp: time, data }),
      );
      const example = exampleOf(schema, named, type);
      return [type, { post: posted(type, summary, { schema, example }) }];
    }),
  );

function posted(type: string, summary: string, json: object): object {
  return {
    operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: `${summary}: posted to your webhooks, signed after Standard Webhooks 1.0. It may come twice, with the same \`webhook-id\`.`,
    tags: [EVENTS],
    security: [],
    requestBody: { required: true, content: { 'application/json': json } },
    responses: {
      '2XX': { description: 'Received. Anything else is tried again.' },
      '410': { description: 'Gone: nothing more is posted until the webhook is resumed.' },
    },
  };
}
