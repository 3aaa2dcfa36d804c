import { hasCustomer, type IdentityKey } from '../../../domain/contact.ts';
import { type DealType, dealTypes } from '../../../domain/deal-type.ts';
import { isFinal, type LeadStatus } from '../../../domain/lead-status.ts';
import { isUnanswered, waitsSince } from './answer.ts';
import { externalKey, saidKeys, saidWords, vehicleWords } from './found-by.ts';
import { isStill } from './part-of-day.ts';
import { statusSince, type WorkedDeal } from './worked-deal.ts';

/** The words for a condition that people and programs give: the same at the desk, at the command line and in JSON. */
export interface ConditionWords {
  readonly says: string;
  /** The label of its field in a form. */
  readonly label: string;
  /** The words before its value while it is on; by default the label. */
  readonly on?: string;
  /** One of these values, or a day, whose beginning or end is meant. Absent: any text. */
  readonly takes?: readonly string[] | 'day' | 'end of day';
  /** The words for the present day, if `today` may be given. */
  readonly today?: string;
}

/**
 * The conditions by which deals are found, each with the rule that decides it, and with words if people give its value.
 * Each store has an expression for each; a test holds these against the rules.
 */
const conditions = {
  since: {
    holds: ({ receivedAt }, time: Date) => receivedAt >= time,
    words: {
      says: 'Received on this day or later: `2026-11-25`.',
      label: 'Received from',
      takes: 'day',
      today: 'Received today',
    },
  },
  /** Only deals received before this time. */
  until: {
    holds: ({ receivedAt }, time: Date) => receivedAt < time,
    words: { says: 'Received on this day or earlier.', label: 'to', on: 'Received to', takes: 'end of day' },
  },
  dealType: {
    holds: ({ dealType }, wanted: DealType) => dealType === wanted,
    words: { says: 'A deal type.', label: 'Type', takes: dealTypes },
  },
  status: { holds: ({ status }, wanted: LeadStatus) => status === wanted },
  /** Only deals that are neither Won nor Lost. */
  open: { holds: ({ status }, _: boolean) => !isFinal(status) },
  /** Only deals whose follow-up is before this time. */
  due: {
    holds: ({ followUp }, time: Date) => followUp !== undefined && followUp.at < time,
    words: {
      says: 'The follow-up is for this day (`today`, or `2026-11-25`) or earlier. The earliest first, whatever `newest` says.',
      label: 'Follow up by',
      on: 'To follow up by',
      takes: 'end of day',
      today: 'To follow up',
    },
  },
  /** Only deals without a follow-up. */
  unplanned: { holds: ({ followUp }, _: boolean) => followUp === undefined },
  /** Only deals whose customer is known and waits for the first answer. Not together with `due`. */
  unanswered: { holds: (deal, _: boolean) => isUnanswered(deal) },
  /** Only deals whose customer has waited since before this time. Together with `unanswered`. */
  waitingBefore: { holds: (deal, time: Date) => (waitsSince(deal) ?? time) < time },
  /** Only deals that `isStill` since this time or longer. */
  still: { holds: isStill },
  /** Only deals that got their owner at this time or later. */
  givenSince: { holds: ({ assigned }, time: Date) => assigned !== undefined && assigned.at >= time },
  /** Only deals that an operator has changed. */
  changed: { holds: ({ changedAt }, _: boolean) => changedAt !== undefined },
  /** Only deals that got their present status before this time. */
  unmovedSince: { holds: (deal, time: Date) => statusSince(deal) < time },
  /** Only deals whose customer was not erased. */
  known: { holds: (deal, _: boolean) => hasCustomer(deal) },
  /** Only deals of these people, by id; `null` among them: also deals without an owner. */
  owners: { holds: ({ owner = null }, wanted: readonly (string | null)[]) => wanted.includes(owner) },
  /** Only deals of these people, as in `owners`, or whose follow-up one of them promised. */
  ownersOrPromised: {
    holds: ({ owner = null, followUp }, wanted: readonly (string | null)[]) =>
      wanted.includes(owner) || (followUp?.byId !== undefined && wanted.includes(followUp.byId)),
  },
  /** Only deals that match at least one of these. */
  matching: {
    holds: (deal, matches: readonly DealMatch[]) => matches.some((match) => isMatch(deal, match)),
  },
  vendorId: { holds: ({ vendorId }, wanted: string) => vendorId === wanted },
  /** Only deals that came with this key. */
  keyId: { holds: ({ history }, wanted: string) => history[0]?.by === wanted },
  /** Only deals of this contact, or of one that was merged into it. */
  contactId: { holds: ({ contactId }, wanted: string) => contactId === wanted },
  /** Only deals with this id of the vendor's own. */
  externalId: { holds: ({ externalId }, wanted: string) => externalId === wanted },
  /** Only deals whose customer has this email or phone, as sent or as corrected. */
  said: { holds: (deal, key: IdentityKey) => saidKeys(deal).includes(key) },
} as const satisfies Record<string, Condition>;

interface Condition {
  readonly holds: (deal: WorkedDeal, wanted: never) => boolean;
  readonly words?: ConditionWords;
}

export type ConditionName = keyof typeof conditions;
export type WordedName = {
  [N in ConditionName]: (typeof conditions)[N] extends { readonly words: ConditionWords } ? N : never;
}[ConditionName];

/** What people give for a condition with words: one of them, a day as a time, or a text. */
type Given<N extends WordedName> = (typeof conditions)[N]['words'] extends { readonly takes: infer T }
  ? T extends readonly (infer W)[]
    ? W
    : Date
  : string;

/** The words of those conditions that have some. A rule that does not take what is given does not compile. */
export const conditionWords = Object.fromEntries(
  Object.entries<Condition>(
    conditions satisfies {
      readonly [N in WordedName]: { readonly holds: (deal: WorkedDeal, wanted: Given<N>) => boolean };
    },
  ).flatMap(([name, { words }]) => (words ? [[name, words]] : [])),
) as Readonly<Record<WordedName, ConditionWords>>;

/** What a condition takes. */
export type Wanted<N extends ConditionName> = Parameters<(typeof conditions)[N]['holds']>[1];

/** Which deals to find: those that meet every condition given. `false` is none. */
export type DealConditions = { readonly [N in ConditionName]?: Wanted<N> | undefined };

/** The conditions that are given, each with what it takes: a value for the function of that name in any record of them. */
export const givenIn = (wanted: DealConditions): (readonly [name: ConditionName, value: never])[] =>
  (Object.keys(conditions) as ConditionName[]).flatMap((name) => {
    const value = wanted[name];
    return value === undefined || value === false ? [] : [[name, value as never]];
  });

/** Whether a deal meets all conditions. After a merge, their `contactId` must be the kept contact's id. */
export const isWanted = (deal: WorkedDeal, wanted: DealConditions): boolean =>
  givenIn(wanted).every(([name, value]) => conditions[name].holds(deal, value));

/** A part of a name or phone by which somebody remembers a customer. */
export type CustomerMatch =
  /** For each of these, the name has a word (`wordsToFind`) that begins so. They are such words themselves. */
  | { readonly words: readonly string[] }
  /** The last digits of the phone, 4 to 9. */
  | { readonly phoneEnd: string };

/** One way in which a deal matches a search. */
export type DealMatch =
  | { readonly id: string }
  | { readonly externalId: string }
  /** The vendor's own id, as `externalKey` compares it. */
  | { readonly externalIdInAnyCase: string }
  /** An email or phone of the customer, as sent or as corrected. */
  | { readonly said: IdentityKey }
  | { readonly contactId: string }
  /** A part of the customer's name or phone, as sent or as corrected. */
  | CustomerMatch
  /**
   * For each of these, the name (`saidWords`) or the vehicle's make and model (`vehicleWords`) have a word that
   * begins so. They are such words themselves. A year must be the vehicle's as well. Never matches a deal whose
   * customer was erased.
   */
  | { readonly anyWords: readonly string[]; readonly year?: string | undefined };

function isMatch(deal: WorkedDeal, match: DealMatch): boolean {
  if ('id' in match) return deal.id === match.id;
  if ('externalId' in match) return deal.externalId === match.externalId;
  if ('externalIdInAnyCase' in match)
    return (
      deal.externalId !== undefined && externalKey(deal.externalId) === externalKey(match.externalIdInAnyCase)
    );
  if ('said' in match) return saidKeys(deal).includes(match.said);
  if ('contactId' in match) return deal.contactId === match.contactId;
  if (!deal.customer) return false;
  if ('phoneEnd' in match)
    return saidKeys(deal).some((key) => key.startsWith('p:') && key.endsWith(match.phoneEnd));
  if ('words' in match) return haveBeginnings(saidWords(deal), match.words);
  return (
    haveBeginnings([...saidWords(deal), ...vehicleWords(deal)], match.anyWords) &&
    (match.year === undefined || deal.vehicle.year === match.year)
  );
}

const haveBeginnings = (words: readonly string[], starts: readonly string[]): boolean =>
  starts.every((start) => words.some((word) => word.startsWith(start)));
