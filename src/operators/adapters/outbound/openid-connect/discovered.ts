import {
  allowInsecureRequests,
  ClientError,
  customFetch,
  discovery,
  type ServerMetadata,
} from 'openid-client';
import { ProviderFailed } from '#operators/application/ports/outbound/identity-provider.ts';
import { ask } from './ask.ts';

/** Seconds to wait for each answer of the provider. */
export const TIMEOUT = 10;

/**
 * Asks the provider how it describes itself. Throws ProviderFailed if DESK_OIDC_ISSUER is not the issuer that it
 * names itself.
 */
export async function discovered(issuer: string, clientId: string): Promise<ServerMetadata> {
  const server = new URL(issuer);
  const config = await discovery(server, clientId, undefined, undefined, {
    timeout: TIMEOUT,
    [customFetch]: ask,
    execute: server.protocol === 'http:' ? [allowInsecureRequests] : [],
  }).catch((error) => {
    throw misnamed(error) ?? error;
  });
  const metadata = config.serverMetadata();
  // The library accepts Microsoft's issuers for all organisations, in each of which another admin gives roles.
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== server.href)
    throw otherIssuer(metadata.issuer);
  return metadata;
}

/** Replaces the library's error for a wrong or inexact address, whose words help nobody to mend it. */
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

/** The issuer in the refused description, which oauth4webapi 3.8 keeps as a cause, with further errors between. */
function saidIssuer(error: unknown): string | undefined {
  const { cause } = error as { readonly cause?: { readonly body?: { readonly issuer?: unknown } } };
  if (cause instanceof Error) return saidIssuer(cause);
  const issuer = cause?.body?.issuer;
  return typeof issuer === 'string' && /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%{}-]{1,300}$/.test(issuer)
    ? issuer
    : undefined;
}
