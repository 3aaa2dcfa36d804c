import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { isBlank, isReadable } from '../../../../domain/text.ts';
import {
  type IdentityProvider,
  ProviderFailed,
} from '../../../application/ports/outbound/identity-provider.ts';
import { type Claims, claimAt, ourWords, type RoleWords, roleIn } from './claims.ts';
import { discovered } from './discovered.ts';
import { asFailure } from './provider-errors.ts';

export interface OpenIdOptions {
  /** The provider's address, which decides how secure requests are: http is only for a provider on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The scopes to ask for, with spaces between; `openid` must be among them. */
  readonly scope: string;
  /** The claim with an account's roles: its name, or the path to it. */
  readonly claim: string;
  /** The provider's words for roles. By default they are our own. */
  readonly roles?: RoleWords | undefined;
}

/** The most characters of a name, as for operators. */
const NAME_LIMIT = 100;
const EMAIL_LIMIT = 254;

/** Signs people in by OpenID Connect: authorization code with PKCE, state and nonce. */
export class OpenIdProvider implements IdentityProvider {
  readonly #options: OpenIdOptions;
  #discovered: Promise<Configuration> | undefined;

  constructor(options: OpenIdOptions) {
    this.#options = options;
  }

  async begin(returnTo: string, { another = false }: { readonly another?: boolean | undefined } = {}) {
    try {
      const config = await this.#discover();
      const proof = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(config, {
        redirect_uri: returnTo,
        scope: this.#options.scope,
        state: proof.state,
        nonce: proof.nonce,
        code_challenge: await calculatePKCECodeChallenge(proof.verifier),
        code_challenge_method: 'S256',
        ...(another && { prompt: promptOf(config) }),
      });
      return { url: url.href, state: proof.state, proof: JSON.stringify(proof) };
    } catch (error) {
      throw asFailure(error);
    }
  }

  async finish(address: string, proof: string) {
    const { state, nonce, verifier } = JSON.parse(proof);
    try {
      const { claims, idToken } = await this.#claims(await this.#discover(), new URL(address), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return {
        name: nameIn(claims),
        email: readable(claims.email, EMAIL_LIMIT) || undefined,
        isEmailVerified: isVerified(claims),
        issuer: String(claims.iss),
        account: String(claims.sub),
        role: this.#roleIn(claims),
        sessionHint: idToken,
      };
    } catch (error) {
      throw asFailure(error);
    }
  }

  /** By OpenID Connect RP-Initiated Logout 1.0. The address to come back to has to be known to the provider. */
  async endOfSession({
    hint,
    returnTo,
    state,
  }: {
    readonly hint: string | undefined;
    readonly returnTo: string;
    readonly state: string;
  }) {
    try {
      const config = await this.#discover();
      if (!config.serverMetadata().end_session_endpoint) return undefined;
      const asked = { post_logout_redirect_uri: returnTo, state, ...(hint && { id_token_hint: hint }) };
      return buildEndSessionUrl(config, asked).href;
    } catch (error) {
      throw asFailure(error);
    }
  }

  /** Resolves to the claims of the ID token, and those that the provider gives only on request. */
  async #claims(
    config: Configuration,
    address: URL,
    checks: Parameters<typeof authorizationCodeGrant>[2],
  ): Promise<{ readonly claims: Claims; readonly idToken: string | undefined }> {
    const answer = await authorizationCodeGrant(config, address, checks);
    const token = answer.claims();
    if (!token) throw new ProviderFailed('The identity provider does not say who you are.');
    const idToken = answer.id_token;
    const { claim } = this.#options;
    const lacksPerson = claimAt(claim, token) === undefined || token.name === undefined;
    const lacksEmail = token.email === undefined || token.email_verified === undefined;
    if (!(lacksPerson || lacksEmail) || !config.serverMetadata().userinfo_endpoint)
      return { claims: token, idToken };
    const told: Claims = await fetchUserInfo(config, answer.access_token, token.sub).catch((error) => {
      if (lacksPerson) throw error;
      return {}; // a missing address keeps nobody out
    });
    const claims = {
      ...told,
      ...token,
      ...emailOf(token, told),
      [claim]: claimAt(claim, token) ?? claimAt(claim, told),
    };
    return { claims, idToken };
  }

  /**
   * The role of an account. A role by email counts only once the provider has verified it: some let people
   * enter any.
   */
  #roleIn(claims: Claims) {
    const { claim, roles = ourWords } = this.#options;
    if (claim === 'email' && !isVerified(claims)) return undefined;
    return roleIn(claimAt(claim, claims), roles);
  }

  async problem(): Promise<string | undefined> {
    try {
      await this.#discover();
      return undefined;
    } catch (error) {
      const failure = asFailure(error);
      if (failure instanceof ProviderFailed) return failure.message;
      throw failure;
    }
  }

  /** Reads the provider's configuration once, and again after a failure: the desk starts without the provider. */
  #discover(): Promise<Configuration> {
    this.#discovered ??= discovered(this.#options).catch((error) => {
      this.#discovered = undefined;
      throw error;
    });
    return this.#discovered;
  }
}

/** Whether the email is verified. Cognito says so as a text. */
const isVerified = ({ email_verified: verified }: Claims): boolean =>
  verified === true || verified === 'true';

/** The email and whether it is verified, both from the same source: Authelia gives them only on request. */
function emailOf(token: Claims, told: Claims): Claims {
  const { email, email_verified } =
    token.email_verified === undefined && (token.email ?? told.email) === told.email ? told : token;
  return { email, email_verified };
}

/**
 * The way to ask for another account: a choice, where the provider offers one (Google has nothing else); else a
 * new login.
 */
function promptOf(config: Configuration): string {
  const { issuer, prompt_values_supported: known } = config.serverMetadata();
  const offersChoice = [known].flat().includes('select_account') || issuer === 'https://accounts.google.com';
  return offersChoice ? 'select_account' : 'login';
}

/** The account's name, in the form of an operator's name. */
function nameIn({ name, preferred_username, email, sub }: Claims): string {
  const found = [name, preferred_username, email, sub]
    .map((claim) => readable(claim))
    .find((text) => !isBlank(text));
  if (found === undefined) throw new ProviderFailed('The identity provider does not say your name.');
  return found;
}

function readable(claim: unknown, limit = NAME_LIMIT): string {
  const characters = typeof claim === 'string' ? [...claim.trim()].filter(isReadable) : [];
  return characters.slice(0, limit).join('').trim();
}
