import type { DeskRole } from '#operators/domain/work/desk-role.ts';

/**
 * Tickets that let people into the desk, or answer a question of the desk. A store keeps a digest of each ticket's
 * text, never the text. Any method can throw StoreUnavailable and still have done its work.
 */
export interface Tickets {
  keep(ticket: Ticket): Promise<void>;
  /** Resolves to the ticket with this digest. An expired one may be found or not. */
  find(digest: string): Promise<Ticket | undefined>;
  /** Removes the ticket and resolves to it: of simultaneous calls, one gets it. */
  take(digest: string): Promise<Ticket | undefined>;
  /** Resolves to every session. Expired ones may be among them or not. */
  sessions(): Promise<readonly Ticket[]>;
  /** Removes every ticket of this holder, or only those of one kind. Resolves to how many there were. */
  takeAllOf(holder: string, kind?: Ticket['kind']): Promise<number>;
}

/** What somebody signs in on, as far as a browser says it. */
export type Device = 'computer' | 'telephone';

/**
 * A session, a link that opens one, a sign-in that has begun, a question that somebody was asked, or a link that shows
 * a vendor's new key.
 */
export interface Ticket {
  /** SHA-256 of the ticket's text, as 64 hexadecimal digits. */
  readonly digest: string;
  readonly kind: 'session' | 'link' | 'sign-in' | 'question' | 'key';
  readonly expires: Date;
  /** The id of the person who may use the ticket, or of the key. A sign-in has none yet. */
  readonly holder?: string | undefined;
  /** The person's name at that time, or the vendor's. */
  readonly name?: string | undefined;
  readonly role?: DeskRole | undefined;
  /** In a link: the role that the person had when it was made. */
  readonly had?: DeskRole | undefined;
  /** In a session: when it began, and on what. In a link: when it was made. */
  readonly since?: Date | undefined;
  readonly device?: Device | undefined;
  /** In a session or sign-in: whether the person calls the device their own. */
  readonly isOwn?: boolean | undefined;
  /**
   * In a sign-in: what the provider's answer is checked with. In a session: the provider's word for it, by which
   * it ends there; of a key, the key itself: both sealed with the ticket's text.
   */
  readonly proof?: string | undefined;
  /** In a sign-in: where to go afterwards. In a question: the address that takes its answer. */
  readonly goal?: string | undefined;
  /** In a question: what was seen and planned, with no customer's data. */
  readonly plan?: string | undefined;
}
