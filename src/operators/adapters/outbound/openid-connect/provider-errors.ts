import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ProviderFailed } from '../../../application/ports/outbound/identity-provider.ts';

/** Replaces an error of the library. The new error contains nothing from the provider or browser but a code. */
export function asFailure(error: unknown): unknown {
  const sentence = sentenceFor(error);
  return sentence === undefined ? error : new ProviderFailed(sentence);
}

function sentenceFor(error: unknown): string | undefined {
  if (error instanceof AuthorizationResponseError)
    return `The identity provider did not let you in (${label(error.error)}).`;
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
    return 'The identity provider knows this sign-in no longer: sign in again.';
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return 'The identity provider refuses this desk: check DESK_OIDC_CLIENT_ID and DESK_OIDC_CLIENT_SECRET.';
  if (isUnreachable(error))
    return `The identity provider does not answer (${causeOf(error)}): try again in a minute.`;
  if (error instanceof ClientError)
    return `The answer of the identity provider is not accepted (${label(error.code)}): sign in again.`;
  return undefined;
}

const isUnreachable = (error: unknown): boolean =>
  (error instanceof TypeError && error.cause !== undefined) || // of fetch, which has failed
  (error instanceof ClientError && error.code === 'OAUTH_TIMEOUT');

/** The code of a network error, such as ECONNREFUSED or CERT_HAS_EXPIRED. Fetch has none for a port that it never asks. */
function causeOf(error: unknown): string {
  const { code, cause, message } = error as Readonly<Record<'code' | 'cause' | 'message', unknown>>;
  if (cause !== undefined) return causeOf(cause);
  return message === 'bad port' ? 'fetch refuses this port' : label(code);
}

/** An error's code, if it looks like one; other text is not repeated. */
const label = (code: unknown): string =>
  typeof code === 'string' && /^[A-Za-z_]{1,60}$/.test(code) ? code : 'unknown';
