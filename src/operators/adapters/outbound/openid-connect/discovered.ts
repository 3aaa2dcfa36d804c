import {
  allowInsecureRequests,
  ClientError,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { ProviderFailed } from '../../../application/ports/outbound/identity-provider.ts';
import { clientAuthentication } from './client-authentication.ts';

interface Discovery {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Seconds to wait for each answer of the provider. */
const TIMEOUT = 10;

/** Asks the provider for its addresses. Throws ProviderFailed where DESK_OIDC_ISSUER is not what it calls itself. */
export async function discovered({ issuer, clientId, clientSecret }: Discovery): Promise<Configuration> {
  const server = new URL(issuer);
  const config = await discovery(server, clientId, undefined, clientAuthentication(clientSecret), {
    timeout: TIMEOUT,
    execute: [
      enableNonRepudiationChecks, // checks the ID token's signature, not only the connection over which it came
      ...(server.protocol === 'http:' ? [allowInsecureRequests] : []),
    ],
  }).catch((error) => {
    throw misnamed(error) ?? error;
  });
  // The library accepts Microsoft's issuers for all organisations, in each of which another admin gives roles.
  const known = config.serverMetadata().issuer;
  if (!URL.canParse(known) || new URL(known).href !== server.href) throw otherIssuer(known);
  return config;
}

/** The library's own words for an address that is wrong or inexact, which help nobody to mend it. */
function misnamed(error: unknown): ProviderFailed | undefined {
  if (!(error instanceof ClientError)) return undefined;
  if (error.code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return otherIssuer(saidIssuer(error));
  if (error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || error.code === 'OAUTH_PARSE_ERROR')
    return new ProviderFailed(
      'No identity provider answers at DESK_OIDC_ISSUER, only something else: check its address, path and all.',
    );
  return undefined;
}

const otherIssuer = (known: string | undefined): ProviderFailed =>
  new ProviderFailed(
    `DESK_OIDC_ISSUER has to be what the provider calls itself, for one organisation alone: ${known ?? 'see its description'}`,
  );

/** As oauth4webapi 3.8 keeps it: the description that it refused is a cause, with more errors between. */
function saidIssuer(error: unknown): string | undefined {
  const { cause } = error as { readonly cause?: { readonly body?: { readonly issuer?: unknown } } };
  if (cause instanceof Error) return saidIssuer(cause);
  const issuer = cause?.body?.issuer;
  return typeof issuer === 'string' && /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%{}-]{1,300}$/.test(issuer)
    ? issuer
    : undefined;
}
