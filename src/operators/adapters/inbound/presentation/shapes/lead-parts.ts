import * as v from 'valibot';
import { hookEventTypes } from '#operators/domain/events/lead-event.ts';
import type { FollowUp } from '#operators/domain/work/activity.ts';
import type { Answer as Wait } from '#operators/domain/work/answer-goal.ts';
import { authorNow, type NamedPerson, personName, personWith } from '#operators/domain/work/person.ts';
import type { Assigned } from '#operators/domain/work/worked-deal.ts';
import type { Contact as CrmContact, CustomerAsSent } from '../../../../../domain/contact.ts';
import { dealTypes } from '../../../../../domain/deal-type.ts';
import { leadStatuses } from '../../../../../domain/lead-status.ts';
import { json, viewOf } from '../view.ts';
import { flag, ifAny, perhaps, ref, said, text, time, whole } from './parts.ts';

/** Parts that the answers about leads have in common. */

export const status = v.picklist(leadStatuses);
export const dealType = v.picklist(dealTypes);

/** The present names of people. */
export interface People {
  readonly people: readonly NamedPerson[];
}

/** The person whom an id means. */
export const person = viewOf<string, People>()({
  id: json(text, (id, { people }) => personWith(id, people)?.id ?? id),
  name: json(text, (id, { people }) => personName(id, people)),
});
export const owner = said(person, 'Who takes care of it.');
export const eventType = v.picklist([...hookEventTypes, 'hook.test']);
export const byId = said(text, 'The id of the person or token.');
export const changed = said(flag, 'Whether it was otherwise before.');
export const lostReason = said(text, 'The code of why it is Lost.');
export const changedAt = said(time, 'When somebody changed it last.');
export const stillSince = said(
  time,
  'When somebody last worked on it, if it was only given or taken back since; else that is its last change.',
);

export const Vehicle = v.object({
  year: perhaps(text),
  make: perhaps(text),
  model: perhaps(text),
  miles: perhaps(text),
});

/** A customer as a lead describes them. */
export const Customer = viewOf<CustomerAsSent>()({
  firstName: text,
  lastName: perhaps(text),
  email: json(perhaps(text), ({ email }) => email?.value),
  phone: json(perhaps(text), ({ phone }) => phone?.value),
});
export const Contact = viewOf<CrmContact>()({ ...Customer.fields, zip: perhaps(text) });
export const customer = said(v.nullable(Customer), 'As sent. Null once it was erased.');

export const present = ref(
  Customer,
  'Who the customer is since operators mended it. Absent unless they mended what was sent.',
);

/** A customer's wait for the first answer. */
export const Answer = viewOf<Wait>()({
  since: said(time, 'When it was received, or last reopened.'),
  elapsed: said(whole, 'Milliseconds that count, until the answer or until now.'),
  due: said(time, 'Later than this is late.'),
  late: json(flag, ({ isLate }) => isLate),
  answeredAt: perhaps(time),
});

export const Reopened = v.object({
  at: time,
  answeredAt: perhaps(said(time, 'When the customer was first answered since.')),
});

const promiser = ({ by, byId }: FollowUp, { people }: People) =>
  by === undefined ? { by, byId } : authorNow({ by, byId }, people);

const giver = ({ by, byId }: Assigned, { people }: People) => authorNow({ by, byId }, people);

/** The assignment that gave a lead to its owner. */
export const Given = viewOf<Assigned, People>()({
  at: time,
  by: json(said(text, 'Who did.'), (of, context) => giver(of, context).by),
  byId: json(perhaps(byId), (of, context) => giver(of, context).byId),
  from: json(perhaps(said(person, 'Who took care of it before.')), ({ from }, context) =>
    ifAny(from, (id) => person.of(id, context)),
  ),
});

/** A follow-up, with its author's present name. */
export const FollowUpMade = viewOf<FollowUp, People>()({
  at: time,
  by: json(
    perhaps(said(text, 'Who promised it; absent if it is the owner’s.')),
    (of, context) => promiser(of, context).by,
  ),
  byId: json(perhaps(byId), (of, context) => promiser(of, context).byId),
  text: perhaps(said(text, 'What for.')),
});
