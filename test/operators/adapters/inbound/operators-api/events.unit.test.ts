import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { describe as descriptionOf } from '../../../../../src/operators/adapters/inbound/operators-api/document.ts';
import { bodyOf, type EventContext } from '../../../../../src/operators/application/events/event-body.ts';
import { openHook } from '../../../../../src/operators/domain/events/hook.ts';
import {
  type AnyEvent,
  followUpDue,
  type HookEventType,
  hookAlarm,
  leadAnswered,
  leadAssigned,
  leadCorrected,
  leadHeld,
  leadReceived,
  leadUnanswered,
  statusChanged,
} from '../../../../../src/operators/domain/events/lead-event.ts';
import { dealOf, wholeDraft } from '../../../../../suites/samples.ts';
import { someHeld } from '../../../../../suites/source-samples.ts';

const description = JSON.stringify(await descriptionOf('1'));
/** The description, with every property that it names, and with no other. */
const strict = JSON.parse(description, (_, value) =>
  value?.type === 'object' && value.properties
    ? { ...value, required: Object.keys(value.properties), additionalProperties: false }
    : value,
);
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(JSON.parse(description), 'api').addSchema(strict, 'strict');

const deal = dealOf({ ...wholeDraft, vendorName: 'Blue Motors' }, { contactId: 'contact-1' });
const at = new Date();
const opened = openHook({ id: 'hook_1', url: 'https://a.example/', vendorId: 'ven_1', created: at });
const hook = { ...opened, failingSince: at, paused: { at, why: 'gone' } as const };
const context = { deal, hook, owner: { id: 'per_1', name: 'Grace' }, url: 'https://desk.example/x' };

const events: Record<HookEventType, AnyEvent> = {
  'lead.received': leadReceived(deal),
  'lead.status_changed': statusChanged(deal, { status: 'Lost', at, lostReason: 'price' }),
  'lead.assigned': leadAssigned(deal, { owner: 'per_1', at }),
  'lead.unanswered': leadUnanswered(deal, at),
  'lead.follow_up_due': followUpDue(deal, { at, by: 'Grace', byId: 'per_1' }),
  'lead.corrected': leadCorrected(deal, at),
  'lead.answered': leadAnswered(deal, at),
  'lead.held': leadHeld(someHeld()),
  'hook.failing': hookAlarm('hook_1', { what: 'failing', at }),
  'hook.paused': hookAlarm('hook_1', { what: 'paused', at }),
};

it.each(Object.entries(events))('%s is posted as it is described, with all of its fields', (type, event) => {
  const problems = (schema: string, given: EventContext) => {
    const ref = `${schema}#/webhooks/${type}/post/requestBody/content/application~1json/schema`;
    ajv.validate({ $ref: ref }, JSON.parse(bodyOf({ vendorId: undefined }, { event, ...given })));
    return ajv.errorsText();
  };
  expect(problems('strict', context)).toBe('No errors');
  expect(problems('api', {}), 'of what is gone by now').toBe('No errors');
});
