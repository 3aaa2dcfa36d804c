import type { OtherLeads } from '../../../../application/operators/ports/inbound/lead-use-cases.ts';
import { DAY_MS, HOUR_MS } from '../../operators/days.ts';
import { leadPath, listPath } from '../../operators/desk-paths.ts';
import { type Html, html } from '../html.ts';
import { apart } from '../reach.ts';

/** Which of its customer's leads this is, and the one before it: `3rd lead; Acme, 2 days ago`. */
export function otherLeadsText(lead: OtherLeads, contactId: string, now: Date): Html {
  const { before } = lead;
  const all = html`<a href="${listPath('/', { contact: contactId })}">${placeText(lead)}</a>`;
  if (!before) return all;
  return html`${all}; <a href="${leadPath(before.id)}">${apart(before.vendorName)},
${agoText(before.receivedAt, now)}</a>`;
}

/** For a row: `2 other leads`. */
export function otherLeadsCount({ place, count }: OtherLeads): string {
  const others = count - 1;
  return `${others}${place === undefined ? '+' : ''} other ${others === 1 ? 'lead' : 'leads'}`;
}

function placeText({ place, count }: OtherLeads): string {
  if (place === undefined) return `${count}+ leads`;
  return place === count ? `${ordinal(place)} lead` : `${ordinal(place)} of ${count} leads`;
}

const endings: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (place: number): string => `${place}${endings[rules.select(place)]}`;

/** `2 days ago`, `5 hours ago`, `12 minutes ago`, `just now`. */
function agoText(time: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - time.getTime());
  const [unit, length] =
    age >= 2 * DAY_MS ? (['day', DAY_MS] as const) : age >= HOUR_MS ? (['hour', HOUR_MS] as const) : MINUTE;
  const count = Math.floor(age / length);
  if (count === 0) return 'just now';
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

const MINUTE = ['minute', 60_000] as const;
