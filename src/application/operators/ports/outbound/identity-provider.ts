import type { DeskRole } from '../../../../domain/work/desk-role.ts';

/** Where people sign in with the account that they have anyway. Any method can throw ProviderFailed. */
export interface IdentityProvider {
  /**
   * Where to send the browser, what the answer's address will have as `state`, and what to check the answer against.
   * `returnTo`: where the provider sends it back. `another`: whether to ask for another account than the one it knows.
   */
  begin(returnTo: string, asked?: { readonly another?: boolean | undefined }): Promise<Begun>;
  /** Who came back with this address. */
  finish(address: string, proof: string): Promise<Identity>;
  /** Why nobody can sign in by it as it is set up, in a sentence. */
  problem?(): Promise<string | undefined>;
}

/** A sign-in that has begun. */
export interface Begun {
  readonly url: string;
  readonly state: string;
  readonly proof: string;
}

/** Somebody whom the provider knows. */
export interface Identity {
  /** What people call them. Others may have the same name, or choose it. */
  readonly name: string;
  readonly email: string | undefined;
  /** Whether the provider says that the email is theirs. */
  readonly isEmailVerified: boolean;
  /** The provider's own name. */
  readonly issuer: string;
  /** What the provider calls them, and nobody else ever. */
  readonly account: string;
  /** The highest that they have, if any. */
  readonly role: DeskRole | undefined;
}

/** The provider cannot be reached, or its answer is not accepted. The message is one plain sentence. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}
