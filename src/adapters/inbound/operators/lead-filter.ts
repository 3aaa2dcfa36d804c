import type { LeadListQuery } from '../../../application/operators/ports/inbound/leads.ts';
import { type DealType, dealTypes } from '../../../domain/intake/deal-type.ts';
import { type LeadStatus, leadStatuses } from '../../../domain/intake/lead-status.ts';
import type { TimeZone } from '../../../domain/time-zone.ts';
import { UNANSWERED } from './answers.ts';
import { DAY_MS, endOfDay, startOfDay } from './days.ts';
import { searchText } from './values.ts';

/** What a list of leads can be narrowed by, as the query of an address says it. */
export const filterNames = [
  ...(['q', 'status', 'type', 'vendor', 'since', 'until', 'waiting', 'owner', 'contact'] as const),
  ...(['due', 'order'] as const),
];
type FilterName = (typeof filterNames)[number];
/** A value of `since` and `due`: whichever day it is now. */
export const TODAY = 'today';
/** A value of `owner`: what nobody else takes care of. */
export const OURS = 'me-or-nobody';

/** A filter, without what says nothing. */
export type LeadFilter = { readonly [F in FilterName]?: string };

const meaningful: { readonly [F in FilterName]?: (text: string) => boolean } = {
  status: (text) => text === 'open' || text === UNANSWERED || isStatus(text),
  type: isDealType,
  waiting: (text) => /^[1-9]\d{0,3}$/.test(text),
  order: (text) => text === 'oldest' || text === 'changed',
};

export function filterIn(query: URLSearchParams): LeadFilter {
  const given = filterNames.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([name, text]) => text && (meaningful[name]?.(text) ?? true)));
}

/** Who looks (the id of a person, or of a program’s token), when, and where the business is. */
interface Looking {
  readonly me: string;
  readonly now: Date;
  readonly zone: TimeZone;
}

/** What the use cases are asked for. `until` is the last day, not the first after it. Throws InvalidValue. */
export function conditionsOf(filter: LeadFilter, looking: Looking): Omit<LeadListQuery, 'limit'> {
  const { q, status, type, vendor, since, until, waiting, owner, contact, due, order } = filter;
  const { me, zone } = looking;
  return {
    newest: order === undefined,
    changed: order === 'changed' || undefined,
    text: q === undefined ? undefined : searchText(q),
    open: status === 'open' || undefined,
    unanswered: status === UNANSWERED || undefined,
    status: status !== undefined && isStatus(status) ? status : undefined,
    dealType: type !== undefined && isDealType(type) ? type : undefined,
    vendor,
    contact,
    due: due === undefined ? undefined : endOfDay(dayMeant(due, looking), zone),
    since: since === undefined ? undefined : startOfDay(dayMeant(since, looking), zone),
    until: until === undefined ? undefined : endOfDay(until, zone),
    waiting: waiting === undefined ? undefined : Number(waiting) * DAY_MS,
    ...ownerMeant(owner, me),
  };
}

/** The words count in any case. */
function ownerMeant(owner: string | undefined, me: string) {
  const word = owner?.toLowerCase();
  if (word === 'nobody') return { owner: null };
  if (word === 'me' || word === OURS) return { owner: me, orNobody: word === OURS };
  return { owner };
}

/** A value of `since` or `due`, as a day. */
export const dayMeant = (text: string, { now, zone }: Omit<Looking, 'me'>): string =>
  text === TODAY ? zone.dayOf(now) : text;

function isStatus(text: string): text is LeadStatus {
  return leadStatuses.some((status) => status === text);
}

function isDealType(text: string): text is DealType {
  return dealTypes.some((type) => type === text);
}

/** What is no person, in words. */
const ownerWords: ReadonlyMap<string, string> = new Map([
  ['me', 'Mine'],
  ['nobody', 'Nobody’s'],
  [OURS, 'Mine and nobody’s'],
]);

/** What is on, in words. */
export const filterWords: { readonly [F in FilterName]: (text: string) => string } = {
  q: (text) => `“${text}”`,
  status: (text) => (text === 'open' ? 'Open' : text === UNANSWERED ? 'Unanswered' : text),
  type: (text) => `Type ${text}`,
  vendor: (text) => `Vendor ${text}`,
  since: (text) => (text === TODAY ? 'Received today' : `Received from ${text}`),
  until: (text) => `Received to ${text}`,
  waiting: (text) => `In this status for more than ${text} ${text === '1' ? 'day' : 'days'}`,
  owner: (text) => ownerWords.get(text.toLowerCase()) ?? `Owner ${text}`,
  contact: () => 'Of one contact',
  due: (text) => (text === TODAY ? 'To follow up' : `To follow up by ${text}`),
  order: (text) => (text === 'changed' ? 'Changed last first' : 'Oldest first'),
};
