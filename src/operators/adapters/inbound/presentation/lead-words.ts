import type { RefusedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import type { OwnerChange } from '#operators/application/ports/inbound/lead-use-cases.ts';
import type { OwedRemains } from '#operators/application/ports/outbound/remains.ts';
import type { Activity, FollowUp } from '#operators/domain/work/activity.ts';
import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import {
  type Author,
  authorName,
  isSamePerson,
  type NamedPerson,
  personName,
} from '#operators/domain/work/person.ts';
import { type Customers, presentCustomer, type WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import { nameOf } from '../../../../domain/name.ts';
import type { Words } from './operation.ts';

/** A lead's name for people: its customer's. */
export function leadName(lead: Customers | undefined): string {
  const customer = lead && presentCustomer(lead);
  return customer ? nameOf(customer) : lead ? 'Erased lead' : 'Unknown lead';
}

/** Joins sentences; absent ones are left out. */
export const sentences = (...texts: readonly (string | false | undefined)[]): string =>
  texts.filter(Boolean).join(' ');

export const assignmentText = ({ to }: OwnerChange, people: readonly NamedPerson[]): string =>
  to === null ? 'Unassigned' : `Assigned to ${personName(to, people)}`;

/** The reason of a refusal, with the time of the change that is in the way. */
export const refusedText = (
  { refused, last, followUp }: Pick<RefusedLead, 'refused' | 'last' | 'followUp'>,
  timeText: (time: Date) => string,
): string => {
  const at = (last ?? followUp)?.at;
  return at ? `${refused.replace(/\.$/, '')} (${timeText(at)}).` : refused;
};

/** How a mileage is written: with the thousands of a locale, or as it was sent. */
type Writing = 'as sent' | { readonly locale?: string | undefined };

/** A vehicle in words, such as `2018 Ford F-150, 20,000 miles`; empty if none is known. */
export const vehicleText = (deal: Pick<WorkedDeal, 'vehicle'>, writing: Writing = {}): string =>
  vehicleParts(deal, writing).filter(Boolean).join(', ');

/** The car and its mileage in words, each empty if it is not known. */
export function vehicleParts(
  { vehicle: { year, make, model, miles } }: Pick<WorkedDeal, 'vehicle'>,
  writing: Writing,
): readonly [car: string, mileage: string] {
  const isNumber = miles !== undefined && /^\d{1,15}$/.test(miles);
  const count =
    writing === 'as sent' || !isNumber
      ? miles
      : new Intl.NumberFormat(writing.locale ?? 'en-GB').format(Number(miles));
  return [[year, make, model].filter(Boolean).join(' '), count ? `${count} miles` : ''];
}

/** Activities in words that follow the author's name. */
export const activityWords: Readonly<Record<Activity['kind'], string>> = {
  note: 'noted',
  called: 'called',
  reached: 'reached the customer',
  'no-answer': 'got no answer',
  wrote: 'wrote to the customer',
  'follow-up': 'changed the follow-up',
};

type Following = Omit<Activity, 'text' | 'at'>;

/** The change that an activity made in the follow-up, in words with times between; empty if it made none. */
export function followUpParts<T>(
  { followUp, ...by }: Following,
  people: readonly NamedPerson[],
  time: (at: Date, beside?: Date) => T,
): readonly (string | T)[] {
  const { from, to } = followUp ?? {};
  const what = by.kind === 'follow-up' && to?.text ? `: ${to.text}` : '';
  if (!from) return to ? [by.kind === 'follow-up' ? 'for ' : 'follow-up: ', time(to.at), what] : [];
  const author = otherPromising({ followUp, ...by }, people);
  const whose = author ? `the follow-up of ${authorName(author, people)}` : 'the follow-up';
  if (to) return [`moved ${whose} from `, time(from.at, to.at), ' to ', time(to.at, from.at), what];
  return [`${by.kind === 'reached' || by.kind === 'wrote' ? 'kept' : 'ended'} ${whose}, `, time(from.at)];
}

/** The person whose follow-up somebody else ended or moved. */
function otherPromising({ followUp, ...by }: Following, people: readonly NamedPerson[]): Author | undefined {
  const { by: name, byId } = followUp?.from ?? {};
  return name === undefined || isSamePerson({ by: name, byId }, by, people) ? undefined : { by: name, byId };
}

/** The remark to somebody who ended or moved another person's follow-up. */
export function takenText(activity: Following | undefined, time: Words['time']): string {
  if (!activity || !otherPromising(activity, [])) return '';
  return `You ${followUpParts(activity, [], time).join('')}.`;
}

/** The most follow-ups that a remark names. */
const MOST_ENDED = 5;

/** The remark about follow-ups that an action ended. */
export function endedText(ended: readonly FollowUp[], time: (at: Date) => string): string {
  if (ended.length === 0) return '';
  const each = ended.slice(0, MOST_ENDED).map(({ by = 'the owner', at }) => `${by}, ${time(at)}`);
  const more = ended.length > MOST_ENDED ? `; and ${ended.length - MOST_ENDED} more` : '';
  return `Follow-ups that ended: ${each.join('; ')}${more}.`;
}

/** Says after an erasure that bytes of it are still in the file, and why; empty if there are none. */
export const owedText = (owed: Pick<OwedRemains, 'why'> | undefined): string =>
  owed ? `Bytes of what was erased are still in the file of leads, where nobody finds them. ${owed.why}` : '';

/** The remark about an activity that was added with a change. */
export const writtenDown = (activity: Pick<Activity, 'kind'> | undefined): string =>
  activity && activity.kind !== 'follow-up' ? `Written down: you ${activityWords[activity.kind]}.` : '';

/** The words of a lost reason; its code if the reason no longer exists. */
export const lostReasonText = (code: string, reasons: readonly LostReason[]): string =>
  reasons.find((reason) => reason.code === code)?.words ?? code;

/** A number of held leads in words. */
export const heldText = (held: number): string => `${countOf(held)} held for somebody to read`;

/** A number of leads in words: `1 lead`, `2 leads`. */
export const countOf = (leads: number): string => (leads === 1 ? '1 lead' : `${leads} leads`);
