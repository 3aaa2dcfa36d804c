import type { DeskRole } from '#operators/domain/work/desk-role.ts';
import type { Device } from '../outbound/tickets.ts';
import type { By } from './people-use-cases.ts';

/** The ways into the desk, and its questions. Each use case can throw StoreUnavailable. */
export interface DeskAccess {
  readonly makeLink: MakeLink;
  /**
   * Signs in by a link, which then works no more. If the person's role changed since the link was made, it gives the
   * lesser. Throws Refused if it is unknown, used or expired, or its person has left since.
   */
  readonly openLink: (link: string, on?: SignedInOn) => Promise<Session>;
  /** Says what a link is for, without using it up. Throws as `openLink` or `openKey`. */
  readonly lookAtLink: (link: string) => Promise<LinkGoal>;
  /**
   * Shows a vendor's new key by a link, which then works no more. Throws as `openLink`, and if the key works no more:
   * `key-not-active`.
   */
  readonly openKey: (link: string) => Promise<{ readonly vendor: string; readonly key: string }>;
  /**
   * Begins to sign in at the provider. `returnTo`: the desk's address for `finishSignIn`. `another`: whether to
   * offer another account than the one that the provider knows in this browser. Throws Refused: `provider-down` if
   * the provider cannot be reached.
   */
  readonly beginSignIn: (order: {
    readonly returnTo: string;
    readonly goal: string;
    readonly another?: boolean | undefined;
    readonly isOwn?: boolean | undefined;
  }) => Promise<SignIn>;
  /**
   * Ends a sign-in. `address`: where the provider sent the browser back to. Throws Refused: `sign-in-over` if
   * the sign-in is unknown, has ended or has expired.
   */
  readonly finishSignIn: (
    order: Pick<SignedInOn, 'device' | 'told'> & { readonly signIn: string; readonly address: string },
  ) => Promise<Arrival>;
  /** Finds a session; `undefined` if it is unknown, has ended or has expired. */
  readonly session: (text: string) => Promise<Session | undefined>;
  readonly endSession: (text: string) => Promise<void>;
  /**
   * Ends a session that the person signs out of. Resolves to the address at which the browser ends the
   * provider's session, too, and comes back to `returnTo` with `state`; `undefined` if there is none.
   */
  readonly signOut: (order: {
    readonly text: string;
    readonly returnTo: string;
    readonly state: string;
  }) => Promise<string | undefined>;
  /** Ends every session and link of the person with this name or id. Resolves to their number. */
  readonly endSessionsOf: (order: { readonly name: string; readonly by: By }) => Promise<number>;
  /** Keeps the plan of a question for half an hour. Resolves to the text that the question's form carries. */
  readonly keepPlan: (question: QuestionAt & { readonly plan: string }) => Promise<string>;
  /**
   * Takes a plan, once. `undefined` if it was taken before, its half hour is over, or another person was asked or at
   * another address.
   */
  readonly takePlan: (answer: QuestionAt & { readonly text: string }) => Promise<string | undefined>;
}

/** The person who is asked, by id, and the address that takes the answer. */
interface QuestionAt {
  readonly person: string;
  readonly at: string;
}

/**
 * Makes a sign-in link. It works once, within five minutes or `term` milliseconds. `name`: the person's name or
 * id. If nobody has that name when the link is opened, it makes a new person. Throws Refused if the name means
 * several people or is not allowed.
 */
export type MakeLink = (order: {
  readonly name: string;
  /** The role that the link gives; by default the role that the person has or was added with, or else viewer. */
  readonly role?: DeskRole | undefined;
  readonly by: By;
  readonly term?: number | undefined;
  /** Ends earlier links for this person. */
  readonly isOnly?: boolean | undefined;
}) => Promise<{
  readonly link: string;
  readonly expires: Date;
  /** The person whom the link lets in, and their role. */
  readonly name: string;
  readonly role: DeskRole;
  /** Whether nobody has that name yet. */
  readonly isNew: boolean;
}>;

/** What a link is for: it signs somebody in, or shows a new key to its vendor. */
export type LinkGoal = Pick<Session, 'name' | 'role'> | { readonly vendor: string };

/** The device that somebody signs in on, and whether they call it their own. */
export interface SignedInOn {
  readonly device?: Device | undefined;
  readonly isOwn?: boolean | undefined;
  /** The id under which somebody was told of leads on it. */
  readonly told?: string | undefined;
}

/** Somebody who has signed in, for twelve hours at most; on a device of their own for thirty days. */
export interface Session {
  /** The id by which others end it. It lets nobody in. */
  readonly id: string;
  /** The text that the browser keeps. */
  readonly text: string;
  /** The id of the person. */
  readonly person: string;
  readonly name: string;
  readonly role: DeskRole;
  readonly isOwn: boolean;
  readonly expires: Date;
}

/** Somebody whom the provider sent back to the desk. */
export interface Arrival {
  /** `undefined` if their account has no role here. */
  readonly session: Session | undefined;
  /** Why it has none, for the log. */
  readonly lack?: string | undefined;
  /** The account's name, as its owner knows it. */
  readonly account: string;
  readonly goal: string;
}

/** A sign-in that has begun. */
export interface SignIn {
  /** The text that the browser keeps until it comes back. */
  readonly text: string;
  /** The name of this sign-in in the provider's answer. It is no secret. */
  readonly state: string;
  /** The provider's address to which the browser is sent. */
  readonly url: string;
}
