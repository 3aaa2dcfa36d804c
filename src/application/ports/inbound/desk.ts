import type { DeskRole } from '../../../domain/desk-role.ts';

/** How people get into the desk. Each use case can throw StoreUnavailable. */
export interface DeskAccess {
  readonly makeLink: MakeLink;
  /** Spends the link. Throws Refused if it is unknown, was spent or has expired. */
  readonly openLink: (link: string) => Promise<Session>;
  /** `returnTo`: the address of `finishSignIn` on this desk. Throws Refused if the provider cannot be reached. */
  readonly beginSignIn: (order: { readonly returnTo: string; readonly goal: string }) => Promise<SignIn>;
  /** `address`: the one that the provider sent the browser back to. Throws Refused. */
  readonly finishSignIn: (order: {
    readonly signIn: string;
    readonly address: string;
  }) => Promise<Session & { readonly goal: string }>;
  /** `undefined` if it is unknown, has ended or has expired. */
  readonly session: (text: string) => Promise<Session | undefined>;
  readonly endSession: (text: string) => Promise<void>;
  /** Ends every session of this name, and its links. Resolves to how many there were. */
  readonly endSessionsOf: (order: { readonly name: string; readonly by: string }) => Promise<number>;
}

/** A link's text, which works once, within five minutes or `term` in milliseconds. `name` is who it lets in. */
export type MakeLink = (order: {
  readonly name: string;
  readonly role: DeskRole;
  readonly by: string;
  readonly term?: number | undefined;
}) => Promise<{
  readonly link: string;
  readonly expires: Date;
}>;

/** Somebody who has signed in, for twelve hours at most. */
export interface Session {
  /** What the browser keeps. */
  readonly text: string;
  readonly name: string;
  readonly role: DeskRole;
  readonly expires: Date;
}

/** A sign-in that has begun. */
export interface SignIn {
  /** What the browser keeps until it comes back. */
  readonly text: string;
  /** Where to send it. */
  readonly url: string;
}
