import type { DeskRole } from '#operators/domain/work/desk-role.ts';

/**
 * A provider where people sign in with the account that they already have. Any method can throw ProviderFailed.
 */
export interface IdentityProvider {
  /**
   * Begins a sign-in. `returnTo`: where the provider sends the browser back to. `another`: whether to ask for
   * another account than the one that the provider knows.
   */
  begin(returnTo: string, asked?: { readonly another?: boolean | undefined }): Promise<Begun>;
  /** Resolves to the account that came back with this address. */
  finish(address: string, proof: string): Promise<Identity>;
  /**
   * Resolves to the address at which a browser ends the provider's session and is sent back to `returnTo` with
   * `state`; `undefined` if the provider names none. `hint`: the session's `sessionHint`.
   */
  endOfSession?(order: {
    readonly hint: string | undefined;
    readonly returnTo: string;
    readonly state: string;
  }): Promise<string | undefined>;
  /** Resolves to a sentence if nobody can sign in by this provider as it is set up; else to `undefined`. */
  problem?(): Promise<string | undefined>;
}

/**
 * A sign-in that has begun: the address for the browser, the `state` in the answer's address, and the proof
 * that the answer is checked with.
 */
export interface Begun {
  readonly url: string;
  readonly state: string;
  readonly proof: string;
}

/** Somebody whom the provider knows. */
export interface Identity {
  /** The account's name for people. Others may have the same name, or choose it. */
  readonly name: string;
  readonly email: string | undefined;
  /** Whether the provider says that the email is this account's. */
  readonly isEmailVerified: boolean;
  /** The provider's identifier. */
  readonly issuer: string;
  /** The account's id at the provider, which nobody else ever gets. */
  readonly account: string;
  /** The highest role of the account, if it has one. */
  readonly role: DeskRole | undefined;
  /** Why it has none, for the log: a sentence's end that contains nothing personal. */
  readonly lack?: string | undefined;
  /** The text by which the provider knows its session again. */
  readonly sessionHint?: string | undefined;
}

/** The provider cannot be reached (`isDown`), or its answer is not accepted. The message says so, and what to do. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
  readonly isDown: boolean;

  constructor(message: string, { isDown = false } = {}) {
    super(message);
    this.isDown = isDown;
  }
}
