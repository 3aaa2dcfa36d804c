import {
  authorizationCodeGrant,
  type Configuration,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ProviderFailed } from '#operators/application/ports/outbound/identity-provider.ts';
import { askOnce } from './ask.ts';
import type { KnownProvider } from './known-provider.ts';
import { isOfKeys } from './provider-errors.ts';

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/**
 * Exchanges the code in the address for tokens. If the provider refuses the client, tries the other way to authenticate,
 * once; if its keys do not fit, looks at the same answer again with keys that are fetched now.
 */
export async function exchange(
  provider: KnownProvider,
  address: URL,
  checks: Parameters<typeof authorizationCodeGrant>[2],
): Promise<{ readonly config: Configuration; readonly tokens: Tokens }> {
  const metadata = await provider.describe();
  const { authentication } = provider;
  let asking = askOnce();
  let hasTurned = false;
  for (;;) {
    const config = provider.open(metadata, asking);
    try {
      const tokens = await authorizationCodeGrant(config, address, checks);
      provider.keepKeys(config);
      return { config, tokens };
    } catch (error) {
      if (isClientRefused(error)) {
        if (hasTurned || !authentication.turn(metadata)) throw refused(authentication.triedAt(metadata));
        hasTurned = true;
        asking = askOnce();
      } else if (!isOfKeys(error) || !provider.renewKeys(config)) throw error;
    }
  }
}

const isClientRefused = (error: unknown): boolean =>
  error instanceof WWWAuthenticateChallengeError ||
  (error instanceof ResponseBodyError && error.error === 'invalid_client');

const refused = (tried: string): ProviderFailed =>
  new ProviderFailed(
    `The identity provider refuses this desk: check DESK_OIDC_CLIENT_ID and DESK_OIDC_CLIENT_SECRET, which was sent ${tried}.`,
  );
