import { hasCustomer, type IdentityKey } from '../../../domain/intake/contact.ts';
import type { DealType } from '../../../domain/intake/deal-type.ts';
import { isFinal, type LeadStatus } from '../../../domain/intake/lead-status.ts';
import { isUnanswered } from '../../../domain/work/answer.ts';
import { type Deal, statusSince } from '../../../domain/work/deal.ts';
import { externalKey, saidKeys, saidWords, vehicleWords } from '../../../domain/work/found-by.ts';

/** By what deals are found, and which deals meet it: what a store asks of its database says the same. */
const conditions = {
  since: ({ receivedAt }, time: Date) => receivedAt >= time,
  /** Received before this time. */
  until: ({ receivedAt }, time: Date) => receivedAt < time,
  dealType: ({ dealType }, wanted: DealType) => dealType === wanted,
  status: ({ status }, wanted: LeadStatus) => status === wanted,
  /** Neither Won nor Lost. */
  open: ({ status }, wanted: boolean) => !wanted || !isFinal(status),
  /** Their follow-up is before this time. */
  due: ({ followUp }, time: Date) => followUp !== undefined && followUp.at < time,
  /** Nobody said when to turn to them again. */
  unplanned: ({ followUp }, wanted: boolean) => !wanted || followUp === undefined,
  /** Their customers are there, and wait for the first answer. Not together with `due`. */
  unanswered: (deal, wanted: boolean) => !wanted || isUnanswered(deal),
  /** An operator has changed them. */
  changed: ({ changedAt }, wanted: boolean) => !wanted || changedAt !== undefined,
  /** They got their present status before this time. */
  unmovedSince: (deal, time: Date) => statusSince(deal) < time,
  /** Their customer's data was not erased. */
  known: (deal, wanted: boolean) => !wanted || hasCustomer(deal),
  /** Ids of people; `null` among them: also nobody's. */
  owners: ({ owner = null }, wanted: readonly (string | null)[]) => wanted.includes(owner),
  /** Theirs, as `owners` says it, or their follow-up was promised by one of these. */
  ownersOrPromised: ({ owner = null, followUp }, wanted: readonly (string | null)[]) =>
    wanted.includes(owner) || (followUp?.byId !== undefined && wanted.includes(followUp.byId)),
  /** They meet one of these or more. */
  matching: (deal, matches: readonly DealMatch[]) => matches.some((match) => isMatch(deal, match)),
  vendorId: ({ vendorId }, wanted: string) => vendorId === wanted,
  /** The key that the lead came with. */
  keyId: ({ history }, wanted: string) => history[0]?.by === wanted,
  /** The id of a contact, or of one that was merged into it. */
  contactId: ({ contactId }, wanted: string) => contactId === wanted,
  /** The vendor's own id of the lead. */
  externalId: ({ externalId }, wanted: string) => externalId === wanted,
  /** What the customer has in it, as sent or as mended since. */
  said: (deal, key: IdentityKey) => saidKeys(deal).includes(key),
} satisfies Record<string, (deal: Deal, wanted: never) => boolean>;

/** Which deals to find: those that meet every condition given. */
export type DealConditions = {
  readonly [N in keyof typeof conditions]?: Parameters<(typeof conditions)[N]>[1] | undefined;
};

/** Whether a deal meets them; of a contact that was merged, the id that was kept stands for its own. */
export const isWanted = (deal: Deal, wanted: DealConditions): boolean =>
  Object.entries<(deal: Deal, wanted: never) => boolean>(conditions).every(([name, meets]) => {
    const value = wanted[name as keyof DealConditions];
    return value === undefined || meets(deal, value as never);
  });

/** What somebody remembers of a customer. */
export type CustomerMatch =
  /** The name has a word (`wordsToFind`) that begins with each of these, which are such words, too. */
  | { readonly words: readonly string[] }
  /** The last digits of the phone, 4 to 9. */
  | { readonly phoneEnd: string };

/** One way in which a deal can be what was looked for. */
export type DealMatch =
  | { readonly id: string }
  | { readonly externalId: string }
  /** The vendor's own id, as `externalKey` compares it. */
  | { readonly externalIdInAnyCase: string }
  /** What the customer has in it, as sent or as mended since. */
  | { readonly said: IdentityKey }
  | { readonly contactId: string }
  /** The customer is so, as sent or as mended since. */
  | CustomerMatch
  /**
   * The name (`saidWords`), or make and model of the vehicle (`vehicleWords`), have a word that begins with each of
   * these, which are such words, too. With a year, that is also the vehicle's. Nothing of a deal whose customer's data was
   * erased.
   */
  | { readonly anyWords: readonly string[]; readonly year?: string | undefined };

function isMatch(deal: Deal, match: DealMatch): boolean {
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
