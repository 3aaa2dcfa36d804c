import {
  buildAuthorizationUrl,
  buildEndSessionUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client';
import {
  type IdentityProvider,
  ProviderFailed,
} from '#operators/application/ports/outbound/identity-provider.ts';
import { ask } from './ask.ts';
import type { Claims } from './claims.ts';
import { exchange } from './exchange.ts';
import { KnownProvider, type KnownProviderOptions } from './known-provider.ts';
import { emailIn, emailOf, isVerified, nameIn } from './person.ts';
import { asFailure } from './provider-errors.ts';
import { RoleClaim, type RoleWords } from './role-claim.ts';

export interface OpenIdOptions extends KnownProviderOptions {
  /** The scopes to ask for, with spaces between; `openid` must be among them. */
  readonly scope: string;
  /** The claim with an account's roles: its name, or the path to it. */
  readonly claim: string;
  /** The provider's words for roles. By default they are our own. */
  readonly roles?: RoleWords | undefined;
}

/** Signs people in by OpenID Connect: authorization code with PKCE, state and nonce. */
export class OpenIdProvider implements IdentityProvider {
  readonly #scope: string;
  readonly #claim: string;
  readonly #roles: RoleClaim;
  readonly #known: KnownProvider;

  constructor({ scope, claim, roles, ...known }: OpenIdOptions) {
    this.#scope = scope;
    this.#claim = claim;
    this.#roles = new RoleClaim(claim, roles);
    this.#known = new KnownProvider(known);
  }

  async begin(returnTo: string, { another = false }: { readonly another?: boolean | undefined } = {}) {
    try {
      const metadata = await this.#known.describe({ isFresh: true });
      const proof = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(this.#known.open(metadata, ask), {
        redirect_uri: returnTo,
        scope: this.#scope,
        state: proof.state,
        nonce: proof.nonce,
        code_challenge: await calculatePKCECodeChallenge(proof.verifier),
        code_challenge_method: 'S256',
        ...(another && { prompt: promptAt(metadata) }),
      });
      return { url: url.href, state: proof.state, proof: JSON.stringify(proof) };
    } catch (error) {
      throw asFailure(error);
    }
  }

  async finish(address: string, proof: string) {
    try {
      const { claims, idToken } = await this.#claims(address, JSON.parse(proof));
      const role = this.#roles.roleIn(claims);
      return {
        name: nameIn(claims),
        email: emailIn(claims),
        isEmailVerified: isVerified(claims),
        issuer: String(claims.iss),
        account: String(claims.sub),
        role,
        lack: role ? undefined : this.#roles.lackIn(claims),
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
      const metadata = await this.#known.describe({ isFresh: true });
      if (!metadata.end_session_endpoint) return undefined;
      const asked = { post_logout_redirect_uri: returnTo, state, ...(hint && { id_token_hint: hint }) };
      return buildEndSessionUrl(this.#known.open(metadata, ask), asked).href;
    } catch (error) {
      throw asFailure(error);
    }
  }

  /** Resolves to the claims of the ID token, and those that the provider gives only on request. */
  async #claims(
    address: string,
    { state, nonce, verifier }: { readonly state: string; readonly nonce: string; readonly verifier: string },
  ): Promise<{ readonly claims: Claims; readonly idToken: string | undefined }> {
    const { config, tokens } = await exchange(this.#known, new URL(address), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const token = tokens.claims();
    if (!token) throw new ProviderFailed('The identity provider does not say who you are.');
    const idToken = tokens.id_token;
    const lacksPerson = this.#roles.in(token) === undefined || token.name === undefined;
    const lacksEmail = token.email === undefined || token.email_verified === undefined;
    if (!(lacksPerson || lacksEmail) || !config.serverMetadata().userinfo_endpoint)
      return { claims: token, idToken };
    const told: Claims = await fetchUserInfo(config, tokens.access_token, token.sub).catch((error) => {
      if (lacksPerson) throw error;
      return {}; // a missing address keeps nobody out
    });
    const claims = {
      ...told,
      ...token,
      ...emailOf(token, told),
      [this.#claim]: this.#roles.in(token) ?? this.#roles.in(told),
    };
    return { claims, idToken };
  }

  async problem(): Promise<string | undefined> {
    try {
      await this.#known.describe({ isFresh: true });
      return undefined;
    } catch (error) {
      const failure = asFailure(error);
      if (failure instanceof ProviderFailed) return failure.message;
      throw failure;
    }
  }
}

/**
 * The way to ask for another account: a choice, where the provider offers one (Google has nothing else); else a
 * new login.
 */
function promptAt({ issuer, prompt_values_supported: known }: ServerMetadata): string {
  const offersChoice = [known].flat().includes('select_account') || issuer === 'https://accounts.google.com';
  return offersChoice ? 'select_account' : 'login';
}
