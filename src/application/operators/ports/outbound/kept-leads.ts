import type { IdentityKey } from '../../../../domain/intake/contact.ts';
import type { DealType } from '../../../../domain/intake/deal-type.ts';
import type { LeadStatus } from '../../../../domain/intake/lead-status.ts';
import type { Deal, DealChange } from '../../../../domain/work/deal.ts';
import type { Announcement } from '../../../events/ports/deliveries.ts';
import type { DealOutcome, DealSummary, LeadRecord } from '../records.ts';

/**
 * The leads of the customer-relationship system, for operators.
 * Once a method resolves, its work is durable. Any method can throw StoreUnavailable and still have done its work. Ids and
 * keys are any text, compared exactly.
 */
export interface KeptLeads {
  lead(leadId: string): Promise<LeadRecord | undefined>;

  /** Those leads that there are, in any order. */
  leads(leadIds: readonly string[]): Promise<readonly LeadRecord[]>;

  /**
   * Sorted by time of receipt, then by id; with `newest`, the other way round. With `due` sorted by the time of the
   * follow-up, with `unanswered` by since when the clock runs (`clockOf`), with `changed` by the time of the last change,
   * the latest first, and with `changes` by that time, or else of receipt; each then by id, whatever `newest` says.
   */
  deals(query: DealQuery): Promise<readonly DealSummary[]>;

  /** How many deals meet each of the conditions, in their order; none is counted further than `most`. */
  countDeals(conditions: readonly DealConditions[], most: number): Promise<readonly number[]>;

  /**
   * Changes deals, each of them once: writes the change that `decide` returns for the deal as it stands at that moment, all
   * parts of it together. Writes nothing if `decide` returns `undefined`, or if it throws, which is that deal's outcome and
   * stops no other. Of concurrent changes, each is decided after those before it, and none is lost; `decide` may be called
   * again for it. Resolves to the outcomes, in the order of the ids. What `announce` returns for a change is kept in the
   * same write, by a store with webhooks.
   */
  changeDeals(
    leadIds: readonly string[],
    decide: DecideChange,
    announce?: AnnounceChange,
  ): Promise<readonly DealOutcome[]>;
}

/** What is to be changed of a deal; `undefined`: nothing. */
export type DecideChange = (deal: Deal) => DealChange | undefined;

/** What is to be delivered of a change. */
export type AnnounceChange = (before: Deal, change: DealChange) => readonly Announcement[];

/** What somebody remembers of a customer. */
export type CustomerMatch =
  /** The name has a word (`wordsToFind`) that begins with each of these, which are such words, too. */
  | { readonly words: readonly string[] }
  /** The last digits of the phone, 4 to 9. */
  | { readonly phoneEnd: string };

/** Which deals to find: those that meet every condition given. */
export interface DealQuery {
  readonly since?: Date | undefined;
  /** Received before this time. */
  readonly until?: Date | undefined;
  readonly dealType?: DealType | undefined;
  /** The newest first. */
  readonly newest?: boolean | undefined;
  /** Only deals that were changed, sorted by the last change: the latest first, then by id the other way round. */
  readonly changed?: boolean | undefined;
  /** All deals, sorted by the last change, or by receipt if there was none: the earliest first, then by id. */
  readonly changes?: boolean | undefined;
  readonly status?: LeadStatus | undefined;
  /** Only leads that are neither Won nor Lost. */
  readonly open?: boolean | undefined;
  /** Only leads whose follow-up is before this time. */
  readonly due?: Date | undefined;
  /** Only leads whose customers are there, and wait for the first answer (`isUnanswered`). Not together with `due`. */
  readonly unanswered?: boolean | undefined;
  /** Only leads that got their present status before this time. */
  readonly unmovedSince?: Date | undefined;
  /** Only leads whose customer's data was not erased (`hasCustomer`). */
  readonly known?: boolean | undefined;
  /** Ids of people; `null` among them: also nobody's. */
  readonly owners?: readonly (string | null)[] | undefined;
  /** Only leads that meet one of these or more. */
  readonly matching?: readonly DealMatch[] | undefined;
  readonly vendorId?: string | undefined;
  /** The key that the lead came with. */
  readonly keyId?: string | undefined;
  /** The id of a contact, or of one that was merged into it. */
  readonly contactId?: string | undefined;
  /** The vendor's own id of the lead. */
  readonly externalId?: string | undefined;
  /** What the customer has in it, as sent or as mended since. */
  readonly said?: IdentityKey | undefined;
  /** Only deals after this position, in the order that was asked for. */
  readonly after?: DealPlace | undefined;
  readonly limit: number;
}

/** Which deals to count: those that meet every condition given. */
export type DealConditions = Omit<
  DealQuery,
  'newest' | 'changed' | 'changes' | 'contactId' | 'after' | 'limit'
>;

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

/**
 * A deal's position in the order of `deals`: with `due`, the time of its follow-up counts, with `unanswered` since when its
 * clock runs, with `changed` and `changes` its last change. An empty id comes before every deal of its time.
 */
export type DealPlace = Pick<Deal, 'receivedAt' | 'id' | 'followUpAt' | 'reopened' | 'changedAt'>;
