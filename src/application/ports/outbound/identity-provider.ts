import type { DeskRole } from '../../../domain/desk-role.ts';

/** Where people sign in with the account that they have anyway. Any method can throw ProviderFailed. */
export interface IdentityProvider {
  /** Where to send the browser, and what to check the answer against. `returnTo`: where the provider sends it back. */
  begin(returnTo: string): Promise<{ readonly url: string; readonly proof: string }>;
  /** Who came back with this address. The highest role counts; `undefined` if they have none. */
  finish(
    address: string,
    proof: string,
  ): Promise<{ readonly name: string; readonly role: DeskRole | undefined }>;
}

/** The provider cannot be reached, or its answer is not accepted. The message is one plain sentence. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}
