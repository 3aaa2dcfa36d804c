import type { DeskRole } from '../../../../domain/work/desk-role.ts';

/**
 * What lets people in at the desk. Of each ticket the store keeps a digest of its text, never the text. Any method can
 * throw StoreUnavailable and still have done its work.
 */
export interface Tickets {
  keep(ticket: Ticket): Promise<void>;
  /** One that has expired may be found or not. */
  find(digest: string): Promise<Ticket | undefined>;
  /** Removes the ticket and resolves to it: of any number of calls at once, one gets it. */
  take(digest: string): Promise<Ticket | undefined>;
  /** Every session. One that has expired may be among them or not. */
  sessions(): Promise<readonly Ticket[]>;
  /** Removes every ticket of this holder, or only those of one kind. Resolves to how many there were. */
  takeAllOf(holder: string, kind?: Ticket['kind']): Promise<number>;
}

/** A session, a link that opens one, or a sign-in that has begun. */
export interface Ticket {
  /** SHA-256 of its text, as 64 hexadecimal digits. */
  readonly digest: string;
  readonly kind: 'session' | 'link' | 'sign-in';
  readonly expires: Date;
  /** Id of the person who may use it. Nobody yet for a sign-in. */
  readonly holder?: string | undefined;
  /** What they were called then. */
  readonly name?: string | undefined;
  readonly role?: DeskRole | undefined;
  /** With a sign-in: what the identity provider's answer is checked against, and where to go afterwards. */
  readonly proof?: string | undefined;
  readonly goal?: string | undefined;
}
