import * as v from 'valibot';
import { hookEventTypes } from '../../../../domain/events/lead-event.ts';
import { dealTypes } from '../../../../domain/intake/deal-type.ts';
import { leadStatuses } from '../../../../domain/intake/lead-status.ts';
import { flag, perhaps, ref, said, text, time, whole } from './parts.ts';

/** What answers that tell of leads have in common. */

export const status = v.picklist(leadStatuses);
export const dealType = v.picklist(dealTypes);
export const person = v.object({ id: text, name: text });
export const owner = said(person, 'Who takes care of it.');
export const eventType = v.picklist([...hookEventTypes, 'hook.test']);
export const byId = said(text, 'The id of the person or token.');
export const changed = said(flag, 'Whether it was otherwise before.');
export const lostReason = said(text, 'The code of why it is Lost.');
export const changedAt = said(time, 'When somebody changed it last.');

export const Vehicle = v.object({
  year: perhaps(text),
  make: perhaps(text),
  model: perhaps(text),
  miles: perhaps(text),
});

const person4 = { firstName: text, lastName: perhaps(text), email: perhaps(text), phone: perhaps(text) };
export const Customer = v.object(person4);
export const contact = { ...person4, zip: perhaps(text) };
export const Contact = v.object(contact);
export const customer = said(v.nullable(Customer), 'As sent. Null once it was erased.');

export const present = ref(
  Customer,
  'Who the customer is since operators mended it. Absent unless they mended what was sent.',
);

export const Answer = v.object({
  since: said(time, 'When it was received, or last reopened.'),
  elapsed: said(whole, 'Milliseconds that count, until the answer or until now.'),
  due: said(time, 'Later than this is late.'),
  late: flag,
  answeredAt: perhaps(time),
});

export const Reopened = v.object({
  at: time,
  answeredAt: perhaps(said(time, 'When the customer was first answered since.')),
});

export const FollowUpMade = v.object({
  at: time,
  by: perhaps(said(text, 'Who promised it; absent if it is the owner’s.')),
  byId: perhaps(byId),
  text: perhaps(said(text, 'What for.')),
});
