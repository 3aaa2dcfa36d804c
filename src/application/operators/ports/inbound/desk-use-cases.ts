import type { DeskRole } from '../../../../domain/work/desk-role.ts';
import type { By } from './people-use-cases.ts';

/** How people get into the desk. Each use case can throw StoreUnavailable. */
export interface DeskAccess {
  readonly makeLink: MakeLink;
  /** Spends the link. Throws Refused if it is unknown, was spent or has expired. */
  readonly openLink: (link: string) => Promise<Session>;
  /** Whom it would let in, without spending it. Throws as `openLink`. */
  readonly lookAtLink: (link: string) => Promise<Pick<Session, 'name' | 'role'>>;
  /**
   * `returnTo`: the address of `finishSignIn` on this desk. `another`: whether to offer another account than the one that
   * the provider knows in this browser. Throws Refused if the provider cannot be reached.
   */
  readonly beginSignIn: (order: {
    readonly returnTo: string;
    readonly goal: string;
    readonly another?: boolean | undefined;
  }) => Promise<SignIn>;
  /**
   * `address`: the one that the provider sent the browser back to. Throws Refused: `sign-in-over` if this sign-in is
   * unknown, has ended or has expired.
   */
  readonly finishSignIn: (order: { readonly signIn: string; readonly address: string }) => Promise<Arrival>;
  /** `undefined` if it is unknown, has ended or has expired. */
  readonly session: (text: string) => Promise<Session | undefined>;
  readonly endSession: (text: string) => Promise<void>;
  /** Ends every session of whoever is meant by this name or id, and their links. Resolves to how many there were. */
  readonly endSessionsOf: (order: { readonly name: string; readonly by: By }) => Promise<number>;
}

/**
 * A link's text, which works once, within five minutes or `term` in milliseconds. `name` is who it lets in, or their id: if
 * nobody has the name when the link is opened, somebody new. Throws Refused if it means several, or can be no name.
 */
export type MakeLink = (order: {
  readonly name: string;
  /** By default the one that they have, or with which they were added; or else viewer. */
  readonly role?: DeskRole | undefined;
  readonly by: By;
  readonly term?: number | undefined;
  /** Links that were made for them before end. */
  readonly isOnly?: boolean | undefined;
}) => Promise<{
  readonly link: string;
  readonly expires: Date;
  /** Whom it lets in, and as what. */
  readonly name: string;
  readonly role: DeskRole;
  /** Nobody has that name yet. */
  readonly isNew: boolean;
}>;

/** Somebody who has signed in, for twelve hours at most. */
export interface Session {
  /** What the browser keeps. */
  readonly text: string;
  /** The id of the person. */
  readonly person: string;
  readonly name: string;
  readonly role: DeskRole;
  readonly expires: Date;
}

/** Somebody whom the provider sent back. */
export interface Arrival {
  /** `undefined` if their account has no role here. */
  readonly session: Session | undefined;
  /** What they call that account. */
  readonly account: string;
  readonly goal: string;
}

/** A sign-in that has begun. */
export interface SignIn {
  /** What the browser keeps until it comes back. */
  readonly text: string;
  /** What the answer will name this sign-in by, in its address. Everybody may know it. */
  readonly state: string;
  /** Where to send it. */
  readonly url: string;
}
