import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client';
import { ProviderFailed } from '#operators/application/ports/outbound/identity-provider.ts';
import { label } from './ask.ts';

/** What openid-client 6.9 and oauth4webapi 3.8 keep as the cause of a refusal. */
interface Refusal {
  readonly message: string;
  readonly about: {
    readonly alg?: unknown;
    readonly header?: { readonly alg?: unknown };
    readonly claim?: unknown;
    readonly claims?: Readonly<Record<string, unknown>>;
    readonly expected?: unknown;
    readonly now?: unknown;
    readonly parameters?: unknown;
    readonly candidates?: readonly unknown[];
    readonly attribute?: unknown;
    readonly status?: unknown;
    readonly url?: unknown;
  };
}

/**
 * Replaces an error of the library by a sentence that says what to do. It contains nothing from the provider or the
 * browser but codes, names of claims and the provider's addresses.
 */
export function asFailure(error: unknown): unknown {
  if (error instanceof ClientError && error.cause instanceof ProviderFailed) return error.cause;
  const sentence = sentenceFor(error);
  return sentence === undefined ? error : new ProviderFailed(sentence);
}

/** Whether other keys of the provider may fit. */
export const isOfKeys = (error: unknown): boolean =>
  error instanceof ClientError &&
  (error.code === 'OAUTH_KEY_SELECTION_FAILED' || refusalIn(error).message === BAD_SIGNATURE);

const BAD_SIGNATURE = 'JWT signature verification failed';
const OVER = 'The identity provider knows this sign-in no longer: sign in again.';

function sentenceFor(error: unknown): string | undefined {
  if (error instanceof AuthorizationResponseError) return notLetIn(label(error.error));
  if (error instanceof ResponseBodyError) return notExchanged(label(error.error));
  if (error instanceof WWWAuthenticateChallengeError)
    return 'The identity provider does not tell this desk who you are (userinfo): check DESK_OIDC_SCOPE, and what this client may ask there.';
  if (!(error instanceof ClientError)) return undefined;
  const refusal = refusalIn(error);
  const sentence = sentences[error.code ?? '']?.(refusal);
  return (
    sentence ??
    `The answer of the identity provider is not accepted (${label(error.code)}: ${refusal.message}).`
  );
}

function notLetIn(code: string): string {
  const advice: Readonly<Record<string, string>> = {
    invalid_scope: ': check DESK_OIDC_SCOPE',
    unauthorized_client: ': allow this client the authorization code flow there',
    unsupported_response_type: ': allow this client the authorization code flow there',
    server_error: ': its log says more',
    temporarily_unavailable: ': try again in a minute',
  };
  return `The identity provider did not let you in (${code})${advice[code] ?? ''}.`;
}

function notExchanged(code: string): string {
  if (code === 'invalid_grant') return OVER;
  const advice = ['unauthorized_client', 'unsupported_grant_type'].includes(code)
    ? 'allow this client the authorization code flow there'
    : 'its log says more';
  return `The identity provider does not accept this desk’s request (${code}): ${advice}.`;
}

/** A sentence for each of the library's codes; `undefined` where it has nothing to say. */
const sentences: Readonly<Record<string, (refusal: Refusal) => string | undefined>> = {
  OAUTH_UNSUPPORTED_OPERATION: ({ message, about: { alg } }) => {
    if (alg !== undefined) return otherAlgorithm(alg);
    if (message.startsWith('JWE'))
      return 'The identity provider encrypts its ID tokens: turn that off for this client there.';
    return undefined;
  },
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: ({ about: { claims, claim, now } }) => {
    const then = Number(claims?.[claim === 'nbf' ? 'nbf' : 'iat']);
    const seconds = Math.abs(Math.round(Number(now) - then));
    return `The clocks of this machine and of the identity provider differ by about ${seconds} s: have both set by NTP.`;
  },
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: ({ about }) => byClaim[String(about.claim)]?.(about),
  OAUTH_KEY_SELECTION_FAILED: ({ about: { candidates } }) =>
    candidates?.length
      ? 'The identity provider has several keys, and its ID token does not say which one signed it: have it name the key (kid).'
      : 'The identity provider signed with a key that is not among those at its jwks_uri, which were just asked for: try again in a minute. If it stays so, its jwks_uri is wrong.',
  OAUTH_INVALID_RESPONSE: ({ message, about: { header, parameters } }) => {
    if (header) return otherAlgorithm(header.alg);
    if (message.includes('"iss"') && parameters)
      return 'The identity provider sent you back in another name (iss) than its description says: both have to be one issuer.';
    if (parameters || message.includes('authorization code'))
      return 'This answer belongs to another sign-in: sign in again.';
    if (message.startsWith('JWT "nonce"'))
      return 'The identity provider left out the nonce of this sign-in: it has to return it in the ID token.';
    if (message === BAD_SIGNATURE)
      return 'The signature of the ID token is not by a key at the identity provider’s jwks_uri: check that address there.';
    return undefined;
  },
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: () =>
    'The identity provider’s userinfo is about another account (sub) than its ID token: make both the same there.',
  OAUTH_RESPONSE_IS_NOT_CONFORM: ({ about: { status, url } }) =>
    `The identity provider answers ${label(String(status))} at ${addressIn(url)}: look there for the cause.`,
  OAUTH_RESPONSE_IS_NOT_JSON: ({ about: { url } }) =>
    `A page came from ${addressIn(url)}, and no answer of an identity provider: is a proxy or firewall between?`,
  OAUTH_PARSE_ERROR: () => 'The identity provider’s answer broke off, or is not JSON: try again in a minute.',
  OAUTH_MISSING_SERVER_METADATA: lacking,
  OAUTH_INVALID_SERVER_METADATA: lacking,
  OAUTH_HTTP_REQUEST_FORBIDDEN: () =>
    'The identity provider’s description names an address without TLS: it has to be https, as DESK_OIDC_ISSUER is.',
};

/** By the claim of an ID token that is not as expected. */
const byClaim: Readonly<Record<string, (about: Refusal['about']) => string>> = {
  aud: ({ expected }) =>
    expected === undefined
      ? 'The ID token is for several clients (aud), and does not say to which it was given (azp): leave this one alone in it.'
      : 'The ID token is not for this client (aud): have it contain DESK_OIDC_CLIENT_ID.',
  azp: () => 'The ID token was given to another client (azp): have it name DESK_OIDC_CLIENT_ID.',
  iss: () =>
    'The ID token names another issuer (iss) than the provider’s description: both have to be DESK_OIDC_ISSUER.',
  nonce: () => 'This answer belongs to another sign-in (nonce): sign in again.',
};

const otherAlgorithm = (alg: unknown): string =>
  `The identity provider signs with ${label(alg)}: set RS256 or ES256 for this client there.`;

function lacking({ about: { attribute } }: Refusal): string {
  return `The identity provider’s description has no usable ${label(attribute)}: it has to name it.`;
}

function refusalIn({ cause, message }: Readonly<Error>): Refusal {
  const inner = cause instanceof Error ? cause : { message, cause };
  return { message: inner.message, about: (inner.cause ?? {}) as Refusal['about'] };
}

function addressIn(url: unknown): string {
  const { origin, pathname } = URL.parse(String(url)) ?? { origin: 'its address', pathname: '' };
  return origin + pathname;
}
