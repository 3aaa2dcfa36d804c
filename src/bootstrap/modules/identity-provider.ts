import { ContainerModule } from 'inversify';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';

/** Where people sign in to the desk, loaded only if it is set. */
export async function identityProviderModule({
  DESK_OIDC_ISSUER: issuer,
  DESK_OIDC_CLIENT_ID: clientId = '',
  DESK_OIDC_CLIENT_SECRET: clientSecret = '',
  DESK_OIDC_SCOPE: scope,
  DESK_OIDC_CLAIM: claim,
  DESK_OIDC_ROLES: roles,
}: Config): Promise<ContainerModule> {
  const options = { clientId, clientSecret, scope, claim, roles };
  const provider = issuer && new (await load()).OpenIdProvider({ issuer, ...options });
  return new ContainerModule(({ bind }) => {
    if (provider) bind(tokens.identityProvider).toConstantValue(provider);
  });
}

const load = () => import('../../adapters/outbound/openid-connect/openid-provider.ts');
