import { DAY_MS } from '../../../domain/day.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import { authorOf, knownPeople } from '../desk/known-people.ts';
import type { DayPart, ListLeads, ReadDay } from '../ports/inbound/lead-use-cases.ts';
import type { AuditLog } from '../ports/outbound/audit-log.ts';
import { LeadCursor } from './lead-cursor.ts';
import { type ListLeadsPorts, makeListLeads } from './list-leads.ts';
import { readTaken } from './taken-follow-ups.ts';

/** How long a lead stands still before it is one that waits. */
export const LONG_WAIT_MS = 3 * DAY_MS;

export const makeReadDay = (
  ports: ListLeadsPorts & {
    readonly audit: Pick<AuditLog, 'entries'>;
    /** Of the business: whose today it is. */
    readonly timeZone: TimeZone;
  },
): ReadDay => {
  const listLeads = makeListLeads(ports);
  return async ({ by, most }) => {
    const { clock, timeZone, answerGoal } = ports;
    const now = clock();
    const { by: name, byId } = authorOf(by);
    const owner = byId ?? name;
    const ids = byId === undefined ? [] : (await knownPeople(ports)).idsOf(byId);
    const list = (query: Partial<Parameters<ListLeads>[0]>) =>
      listLeads({ owner, orNobody: true, limit: most, ...query });
    const unanswered = { unanswered: true, unplanned: true };
    const lateBefore = answerGoal.lateBefore(now);
    const [taken, planned, inTime, late, still] = await Promise.all([
      readTaken(ports, ids, now),
      list({ due: timeZone.endOf(timeZone.dayOf(now)) }),
      list({ ...unanswered, cursor: LeadCursor.start('unanswered', lateBefore).text }),
      list({ ...unanswered, cursor: LeadCursor.start('freshest', lateBefore).text, newest: true }),
      list({ open: true, waiting: LONG_WAIT_MS, unplanned: true, orNobody: false }),
    ]);
    const isDue = ({ followUp }: DayPart['leads'][number]) => followUp !== undefined && followUp.at <= now;
    const unmet = [...inTime.leads, ...late.leads];
    const fresh = { leads: unmet.slice(0, most), more: inTime.more || late.more || unmet.length > most };
    const [due, later] = [planned.leads.filter(isDue), planned.leads.filter((lead) => !isDue(lead))];
    return {
      taken,
      due: { leads: due, more: planned.more && later.length === 0 },
      fresh,
      later: { leads: later, more: planned.more && later.length > 0 },
      waiting: {
        ...still,
        leads: still.leads.filter(({ id }) => !fresh.leads.some((each) => each.id === id)),
      },
    };
  };
};
