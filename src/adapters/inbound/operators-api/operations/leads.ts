import { dealTypes } from '../../../../domain/deal-type.ts';
import { leadStatuses } from '../../../../domain/lead-status.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import { conditionsOf } from '../../operators/lead-filter.ts';
import { assignmentView, leadSummary, leadView, movedView, moveView } from '../../operators/leads.ts';
import {
  cursor,
  dealType,
  limit,
  MAX_LIMIT,
  place,
  placeText,
  since,
  status,
} from '../../operators/values.ts';
import { count, flag, listOf, meaning, required, text, textOrNull, type ValuesOf } from '../fields.ts';
import { operation } from '../operation.ts';

const USUAL_LIMIT = 50;
/** Each is a few round trips to the store. */
const MAX_MOVES = 500;

const statusOrOpen = (given: string): string => (given === 'open' ? given : status(given));

function daysText(given: string): string {
  if (!/^[1-9]\d{0,3}$/.test(given))
    throw new InvalidValue('It must be a whole number of days from 1 to 9999.');
  return given;
}

const filter = {
  q: text('An email, a phone in any form, beginnings of words of the name, or an id: ours or the vendor’s.'),
  status: meaning('A status, or `open` for those that are neither Won nor Lost.', statusOrOpen, {
    enum: ['open', ...leadStatuses],
  }),
  type: meaning('A deal type.', dealType, { enum: dealTypes }),
  vendor: text('The id or exact name of a vendor.'),
  since: text('Received on this day or later: `2026-11-25`.', { format: 'date' }),
  until: text('Received on this day or earlier.', { format: 'date' }),
  waiting: meaning('In the present status for more than so many days.', daysText),
  owner: text('The name of a salesperson, or `nobody`.'),
  contact: text('The id of a contact.'),
};

const order = {
  newest: flag('The newest first, in place of the oldest.'),
  changed: flag('Only leads that somebody has changed, whichever was changed last first.'),
  limit: count(`At most so many. By default ${USUAL_LIMIT}.`, limit, MAX_LIMIT),
  cursor: text('`next` of an earlier answer, with everything else as it was then.'),
};

const move = {
  status: required(meaning('The new status.', status, { enum: leadStatuses })),
  reason: text('Why, for the history of the lead. Needed to open one again that is Won or Lost.'),
  from: meaning('The status that you saw: if it is another by now, nothing is moved.', status, {
    enum: leadStatuses,
  }),
  statusSince: meaning('Since when it had the status that you saw.', (given, calendar) =>
    since(calendar)(given),
  ),
};

const moveOrder = ({ status: to, reason, from, statusSince }: ValuesOf<typeof move>) => ({
  to,
  reason,
  seen: { status: from, since: statusSince },
});

export const leadOperations = [
  operation({
    id: 'listLeads',
    method: 'GET',
    path: '/leads',
    needs: 'listLeads',
    summary: 'List and find leads',
    description:
      'Those that meet every condition, the oldest first. After the last page, `next` continues with the leads that have arrived since, and repeats those of the last minute: a lead may come twice, none is missed.',
    query: { ...filter, ...order },
    answer: 'LeadPage',
    async run({
      operator,
      me,
      now,
      zone,
      query: { newest = false, changed = false, limit: most = USUAL_LIMIT, cursor: from, ...given },
    }) {
      const asked = Object.fromEntries(
        Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      );
      const conditions = conditionsOf(asked, { me, now, zone });
      const isBackwards = newest || changed;
      const start = isBackwards
        ? { before: from ? place(from) : undefined }
        : { cursor: from && cursor(from) };
      const { leads, next, more } = await operator.listLeads({
        ...conditions,
        ...start,
        newest,
        changed,
        limit: most,
      });
      const last = leads.at(-1);
      const older = last ? placeText(last, changed) : (from ?? '');
      return { leads: leads.map(leadSummary), next: isBackwards ? older : next, more };
    },
  }),
  operation({
    id: 'showLead',
    method: 'GET',
    path: '/leads/{leadId}',
    needs: 'showLead',
    summary: 'Show a lead',
    description:
      'All that is kept of it, and what webhooks were told. The look is recorded in the audit log.',
    answer: 'Lead',
    async run({ operator, part }) {
      const leadId = part('leadId');
      const found = await operator.showLead({ leadId });
      return leadView(found, await operator.leadDeliveries({ leadId }));
    },
  }),
  operation({
    id: 'moveLead',
    method: 'POST',
    path: '/leads/{leadId}/move',
    needs: 'moveLead',
    summary: 'Move a lead to another status',
    description:
      'If it has that status already, nothing changes. With `from` or `statusSince` it is moved only if nobody has moved it meanwhile; else the answer is 409 `changed-meanwhile`.',
    body: move,
    answer: 'Move',
    async run({ operator, part, body }) {
      const leadId = part('leadId');
      return moveView(leadId, await operator.moveLead({ leadId, ...moveOrder(body) }));
    },
  }),
  operation({
    id: 'moveLeads',
    method: 'POST',
    path: '/leads/move',
    needs: 'moveLeads',
    summary: 'Move many leads',
    description: 'One that is refused stops no other: the answer says why, in the same place.',
    body: {
      moves: required(
        listOf('What to move where.', { id: required(text('The id of a lead.')), ...move }, MAX_MOVES),
      ),
      vendor: text('If given, the ids are those of this vendor.'),
    },
    answer: 'Moves',
    async run({ operator, body: { moves, vendor } }) {
      const orders = moves.map(({ id, ...each }) => ({ id, ...moveOrder(each) }));
      const moved: object[] = [];
      for await (const group of await operator.moveLeads({ moves: orders, vendor }))
        moved.push(...group.map(movedView));
      return { moved };
    },
  }),
  operation({
    id: 'assignLead',
    method: 'POST',
    path: '/leads/{leadId}/assign',
    needs: 'assignLead',
    summary: 'Name who takes care of a lead',
    body: {
      owner: required(textOrNull('The name of a salesperson; null for nobody.')),
      from: textOrNull('Who you saw takes care of it; null for nobody. If that has changed, nothing is.'),
    },
    answer: 'Assignment',
    async run({ operator, part, body: { owner, from } }) {
      const leadId = part('leadId');
      return assignmentView(
        leadId,
        await operator.assignLead({
          leadId,
          to: owner ?? undefined,
          seen: from === undefined ? undefined : { owner: from },
        }),
      );
    },
  }),
];
