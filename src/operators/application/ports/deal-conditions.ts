import { hasCustomer, type IdentityKey } from '../../../domain/contact.ts';
import type { DealType } from '../../../domain/deal-type.ts';
import { isFinal, type LeadStatus } from '../../../domain/lead-status.ts';
import { isUnanswered, waitsSince } from '../../domain/work/answer.ts';
import { externalKey, saidKeys, saidWords, vehicleWords } from '../../domain/work/found-by.ts';
import { isStill } from '../../domain/work/part-of-day.ts';
import { statusSince, type WorkedDeal } from '../../domain/work/worked-deal.ts';

/**
 * The conditions by which deals are found, each with the rule that decides it. A store's queries must find the
 * same deals.
 */
const conditions = {
  since: ({ receivedAt }, time: Date) => receivedAt >= time,
  /** Only deals received before this time. */
  until: ({ receivedAt }, time: Date) => receivedAt < time,
  dealType: ({ dealType }, wanted: DealType) => dealType === wanted,
  status: ({ status }, wanted: LeadStatus) => status === wanted,
  /** Only deals that are neither Won nor Lost. */
  open: ({ status }, wanted: boolean) => !wanted || !isFinal(status),
  /** Only deals whose follow-up is before this time. */
  due: ({ followUp }, time: Date) => followUp !== undefined && followUp.at < time,
  /** Only deals without a follow-up. */
  unplanned: ({ followUp }, wanted: boolean) => !wanted || followUp === undefined,
  /** Only deals whose customer is known and waits for the first answer. Not together with `due`. */
  unanswered: (deal, wanted: boolean) => !wanted || isUnanswered(deal),
  /** Only deals whose customer has waited since before this time. Together with `unanswered`. */
  waitingBefore: (deal, time: Date) => (waitsSince(deal) ?? time) < time,
  /** Only deals that `isStill` since this time or longer. */
  still: (deal, since: Date) => isStill(deal, since),
  /** Only deals that got their owner at this time or later. */
  givenSince: ({ assigned }, time: Date) => assigned !== undefined && assigned.at >= time,
  /** Only deals that an operator has changed. */
  changed: ({ changedAt }, wanted: boolean) => !wanted || changedAt !== undefined,
  /** Only deals that got their present status before this time. */
  unmovedSince: (deal, time: Date) => statusSince(deal) < time,
  /** Only deals whose customer was not erased. */
  known: (deal, wanted: boolean) => !wanted || hasCustomer(deal),
  /** Only deals of these people, by id; `null` among them: also deals without an owner. */
  owners: ({ owner = null }, wanted: readonly (string | null)[]) => wanted.includes(owner),
  /** Only deals of these people, as in `owners`, or whose follow-up one of them promised. */
  ownersOrPromised: ({ owner = null, followUp }, wanted: readonly (string | null)[]) =>
    wanted.includes(owner) || (followUp?.byId !== undefined && wanted.includes(followUp.byId)),
  /** Only deals that match at least one of these. */
  matching: (deal, matches: readonly DealMatch[]) => matches.some((match) => isMatch(deal, match)),
  vendorId: ({ vendorId }, wanted: string) => vendorId === wanted,
  /** Only deals that came with this key. */
  keyId: ({ history }, wanted: string) => history[0]?.by === wanted,
  /** Only deals of this contact, or of one that was merged into it. */
  contactId: ({ contactId }, wanted: string) => contactId === wanted,
  /** Only deals with this id of the vendor's own. */
  externalId: ({ externalId }, wanted: string) => externalId === wanted,
  /** Only deals whose customer has this email or phone, as sent or as corrected. */
  said: (deal, key: IdentityKey) => saidKeys(deal).includes(key),
} satisfies Record<string, (deal: WorkedDeal, wanted: never) => boolean>;

/** Which deals to find: those that meet every condition given. */
export type DealConditions = {
  readonly [N in keyof typeof conditions]?: Parameters<(typeof conditions)[N]>[1] | undefined;
};

/** Whether a deal meets all conditions. After a merge, their `contactId` must be the kept contact's id. */
export const isWanted = (deal: WorkedDeal, wanted: DealConditions): boolean =>
  Object.entries<(deal: WorkedDeal, wanted: never) => boolean>(conditions).every(([name, meets]) => {
    const value = wanted[name as keyof DealConditions];
    return value === undefined || meets(deal, value as never);
  });

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
