import { DAY_MS } from '../../domain/day.ts';
import { authorOf, knownPeople } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { DayPart, ListLeads, ReadDay } from '../ports/inbound/lead-use-cases.ts';
import { LeadCursor } from './lead-cursor.ts';
import { type ListLeadsPorts, makeListLeads } from './list-leads.ts';
import { readTaken } from './taken-follow-ups.ts';

/** Milliseconds for which a lead stands still until it belongs to those that wait. */
export const LONG_WAIT_MS = 3 * DAY_MS;

export const makeReadDay = (ports: ListLeadsPorts & Needs<'audit' | 'timeZone'>): ReadDay => {
  const listLeads = makeListLeads(ports);
  return async ({ by, most }) => {
    const { clock, timeZone, answerGoal } = ports;
    const now = clock();
    const { by: name, byId } = authorOf(by);
    const owner = byId ?? name;
    const ids = byId === undefined ? [] : (await knownPeople(ports)).idsOf(byId);
    const list = (query: Partial<Parameters<ListLeads>[0]>) =>
      listLeads({ owner, orNobody: true, limit: most, ...query });
    const lateBefore = answerGoal.lateBefore(now);
    const [taken, planned, inTime, late, still] = await Promise.all([
      readTaken(ports, ids, now),
      list({ due: timeZone.endOf(timeZone.dayOf(now)) }),
      list({ unanswered: true, cursor: LeadCursor.start('unanswered', lateBefore).text, limit: 2 * most }),
      list({
        ...{ unanswered: true, unplanned: true, newest: true },
        cursor: LeadCursor.start('freshest', lateBefore).text,
      }),
      list({ open: true, waiting: LONG_WAIT_MS, unplanned: true, orNobody: false }),
    ]);
    const isDue = ({ followUp }: DayPart['leads'][number]) => followUp !== undefined && followUp.at <= now;
    const isPlanned = ({ id, followUp, answer }: DayPart['leads'][number]) =>
      followUp && answer && followUp.at <= answer.due && planned.leads.some((each) => each.id === id);
    // A call in vain leaves a customer who waits, whatever was promised for later.
    const unmet = [...inTime.leads.filter((lead) => !isPlanned(lead)), ...late.leads];
    const fresh = { leads: unmet.slice(0, most), more: inTime.more || late.more || unmet.length > most };
    const isFresh = ({ id }: DayPart['leads'][number]) => fresh.leads.some((each) => each.id === id);
    const [due, others] = [planned.leads.filter(isDue), planned.leads.filter((lead) => !isDue(lead))];
    const later = others.filter((lead) => !isFresh(lead));
    return {
      taken,
      due: { leads: due, more: planned.more && others.length === 0 },
      fresh,
      later: { leads: later, more: planned.more && others.length > 0 },
      waiting: {
        ...still,
        leads: still.leads.filter((lead) => !isFresh(lead)),
      },
    };
  };
};
