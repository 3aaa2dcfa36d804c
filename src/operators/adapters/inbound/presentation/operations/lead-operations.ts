import { count, flag, meaning, optional } from '../fields.ts';
import { conditionsOf, filterFields, filterOptions } from '../lead-filter.ts';
import { operation } from '../operation.ts';
import { ChangePage, Lead, LeadPage, LostReasonList, wholeLead } from '../shapes/lead-shapes.ts';
import { cursor, limit, MAX_LIMIT } from '../values.ts';

/** The number of leads in a list, unless a request asks for another. */
export const USUAL_LIMIT = 50;

/** Fields for the order and the part of a list. */
export const listOrder = optional({
  newest: flag('The newest first, in place of the oldest.'),
  changed: flag('Only leads that somebody has changed, whichever was changed last first.'),
  limit: count(`At most so many. By default ${USUAL_LIMIT}.`, limit, MAX_LIMIT),
  cursor: meaning('`next` of an earlier answer, with everything else as it was then.', cursor),
});

export const leadOperations = [
  operation({
    id: 'listLeads',
    method: 'GET',
    path: '/leads',
    summary: 'List and find leads',
    description:
      'The list has those that meet every condition, the oldest first. After the last page, `next` continues with the leads that have arrived since, and repeats those of the last minute: a lead may come twice, none is missed. In any other order (`newest`, `changed`, `due`, `unanswered`) there is no `next` after the last page, and who changes meanwhile may be on no page: `/changes` has everybody.',
    query: { ...filterFields, ...listOrder },
    naming: { vendor: 'unknown-vendor', owner: 'unknown-person', contact: 'unknown-contact' },
    answer: LeadPage,
    async run({
      operator,
      me,
      now,
      zone,
      query: { newest, changed, limit: most = USUAL_LIMIT, cursor: from, ...given },
    }) {
      const conditions = conditionsOf(given, { me, now, zone });
      const how = { newest: newest && !conditions.unanswered, changed, cursor: from };
      const page = await operator.listLeads({ ...conditions, ...how, limit: most });
      await operator.recordList({ of: 'leads', leads: page.leads.length });
      return LeadPage.of(page, { people: await operator.namePeople() });
    },
    command: {
      words: 'lead list',
      options: filterOptions,
      examples: [
        'lead list --find "(555) 010-9999"',
        'lead list --find "toyota camry" --newest',
        'lead list --open --waiting 3d --nobody',
        'lead list --unanswered --limit 20',
        'lead list --due --owner "Grace Hopper"',
        'lead list --status quoted --vendor "Blue Motors"',
        'lead list --external-id A-1 --vendor "Blue Motors"',
        'lead list --since 2h --limit 100 --json',
        'lead list --changed --limit 10',
        'lead list --newest --type lift --csv > lifts.csv',
      ],
    },
  }),
  operation({
    id: 'listChanges',
    method: 'GET',
    path: '/changes',
    summary: 'Follow all leads',
    description:
      'The list has them in the order in which they were received or last changed: moved, assigned, written about, followed up or erased. Walk on by `next` for ever: a lead comes again after each change, at least once, and none is missed. `next` never begins anew; it repeats what changed in the last minute.',
    query: {
      ...optional({
        after: meaning('`next` of an earlier answer. By default from the first lead on.', cursor),
      }),
      limit: listOrder.limit,
    },
    answer: ChangePage,
    async run({ operator, query: { after, limit: most = USUAL_LIMIT } }) {
      const page = await operator.listChanges({ after, limit: most });
      await operator.recordList({ of: 'changes', leads: page.leads.length });
      return ChangePage.of(page, { people: await operator.namePeople() });
    },
  }),
  operation({
    id: 'showLead',
    method: 'GET',
    path: '/leads/{leadId}',
    summary: 'Show a lead',
    description:
      'All that is kept of it, and what webhooks were told. The look is recorded in the audit log.',
    answer: Lead,
    async run({ operator, part }) {
      const leadId = part('leadId');
      const found = await operator.showLead({ leadId });
      const whole = wholeLead(found, await operator.leadDeliveries({ leadId }));
      return Lead.of(whole, { people: await operator.namePeople() });
    },
    command: {
      words: 'lead show <leadId...>',
      examples: ['lead show 0199…', 'lead show 0199… 019a… --json', 'lead show 0199… --as-it-came'],
    },
  }),
  operation({
    id: 'listLostReasons',
    method: 'GET',
    path: '/lost-reasons',
    needs: 'nameLostReasons',
    summary: 'List why leads are lost',
    description: 'Each reason has its code, for `lostReason` of a move.',
    answer: LostReasonList,
    run: async ({ operator }) => ({ reasons: await operator.nameLostReasons() }),
  }),
];
