import { ContainerModule } from 'inversify';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';

/** Where people sign in to the desk, loaded only if it is set. */
export async function identityProviderModule({
  DESK_OIDC_ISSUER: issuer,
  DESK_OIDC_CLIENT_ID: clientId = '',
  DESK_OIDC_CLIENT_SECRET: clientSecret = '',
  DESK_OIDC_CLAIM: claim,
}: Config): Promise<ContainerModule> {
  const provider = issuer && new (await load()).OpenIdProvider({ issuer, clientId, clientSecret, claim });
  return new ContainerModule(({ bind }) => {
    if (provider) bind(tokens.identityProvider).toConstantValue(provider);
  });
}

const load = () => import('../../adapters/outbound/openid-connect/openid-provider.ts');
