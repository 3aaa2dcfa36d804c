import type { LeadListQuery } from '../../../../application/ports/inbound/operator.ts';
import { DAY_MS } from '../../../../domain/day.ts';
import { type DealType, dealTypes } from '../../../../domain/deal-type.ts';
import { type LeadStatus, leadStatuses } from '../../../../domain/lead-status.ts';
import type { DeskContext } from '../desk-state.ts';
import { dayOf, startOfDay, zoneOf } from '../zone.ts';

/** What a list of leads can be narrowed by, as the address of the page says it. */
export const filterNames = [
  ...(['q', 'status', 'type', 'vendor', 'since', 'until', 'waiting', 'owner', 'contact'] as const),
];
export type FilterName = (typeof filterNames)[number];
/** As `since`: whichever day it is where somebody looks. */
export const TODAY = 'today';

/** Without what says nothing. */
export type LeadFilter = { readonly [F in FilterName]?: string };

const meaningful: { readonly [F in FilterName]?: (text: string) => boolean } = {
  status: (text) => text === 'open' || isStatus(text),
  type: isDealType,
  since: (text) => text === TODAY || startOfDay(text, 'UTC') !== undefined,
  until: (text) => startOfDay(text, 'UTC') !== undefined,
  waiting: (text) => /^[1-9]\d{0,3}$/.test(text),
};

export function filterOf({ querystring }: Pick<DeskContext, 'querystring'>): LeadFilter {
  const query = new URLSearchParams(querystring);
  const given = filterNames.map((name) => [name, query.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(given.filter(([name, text]) => text && (meaningful[name]?.(text) ?? true)));
}

/** The path with this filter in its query. */
export function addressOf(path: string, filter: LeadFilter & { readonly before?: string }): string {
  const query = new URLSearchParams(filter).toString();
  return query ? `${path}?${query}` : path;
}

/** What the use cases are asked for. `until` is the last day, not the first after it. */
export function conditionsOf(ctx: DeskContext, filter: LeadFilter): Omit<LeadListQuery, 'limit'> {
  const { q, status, type, vendor, since, until, waiting, owner, contact } = filter;
  const zone = zoneOf(ctx);
  return {
    newest: true,
    text: q,
    open: status === 'open' || undefined,
    status: status !== undefined && isStatus(status) ? status : undefined,
    dealType: type !== undefined && isDealType(type) ? type : undefined,
    vendor,
    contact,
    since: since === undefined ? undefined : startOfDay(firstDayOf(ctx, since), zone),
    until: until === undefined ? undefined : startOfDay(until, zone, 1),
    waiting: waiting === undefined ? undefined : Number(waiting) * DAY_MS,
    owner: owner === 'me' ? ctx.state.session.name : owner === 'nobody' ? null : owner,
  };
}

/** `since`, as a day. */
export const firstDayOf = (ctx: DeskContext, since: string): string =>
  since === TODAY ? dayOf(ctx.state.now, zoneOf(ctx)) : since;

function isStatus(text: string): text is LeadStatus {
  return leadStatuses.some((status) => status === text);
}

function isDealType(text: string): text is DealType {
  return dealTypes.some((type) => type === text);
}

/** What is on, in words. */
export const chipText: { readonly [F in FilterName]: (text: string) => string } = {
  q: (text) => `“${text}”`,
  status: (text) => (text === 'open' ? 'Open' : text),
  type: (text) => `Type ${text}`,
  vendor: (text) => `Vendor ${text}`,
  since: (text) => (text === TODAY ? 'Received today' : `Received from ${text}`),
  until: (text) => `Received to ${text}`,
  waiting: (text) => `In this status for more than ${text} ${text === '1' ? 'day' : 'days'}`,
  owner: (text) => (text === 'me' ? 'Mine' : text === 'nobody' ? 'Nobody’s' : `Owner ${text}`),
  contact: () => 'Of one contact',
};
