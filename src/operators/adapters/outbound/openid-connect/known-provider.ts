import {
  allowInsecureRequests,
  Configuration,
  type CustomFetch,
  customFetch,
  enableNonRepudiationChecks,
  getJwksCache,
  type ServerMetadata,
  setJwksCache,
} from 'openid-client';
import { type AuthMethod, ClientAuthentication } from './client-authentication.ts';
import { discovered, TIMEOUT } from './discovered.ts';

export interface KnownProviderOptions {
  /** The provider's address, which decides how secure requests are: http is only for a provider on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** How to send the secret. By default as the provider's description states. */
  readonly auth?: AuthMethod | undefined;
}

/** Milliseconds for which a description counts as fresh. */
const FRESH_MS = 60_000;
/** The least milliseconds between two fetches for a key that is not known. */
const RENEW_MS = 10_000;

type Keys = ReturnType<typeof getJwksCache>;

/** What the desk knows of its provider: the description, the keys, and how to authenticate. */
export class KnownProvider {
  readonly #options: KnownProviderOptions;
  readonly authentication: ClientAuthentication;
  #described: { readonly at: number; readonly metadata: Promise<ServerMetadata> } | undefined;
  #keys: Keys;
  readonly #given = new WeakMap<Configuration, Keys>();
  #renewed = Number.NEGATIVE_INFINITY;

  constructor(options: KnownProviderOptions) {
    this.#options = options;
    this.authentication = new ClientAuthentication(options.clientSecret, options.auth);
  }

  /**
   * Resolves to the provider's description, read once; with `isFresh`, read within the last minute, which shows whether
   * the provider answers.
   */
  describe({ isFresh = false } = {}): Promise<ServerMetadata> {
    const before = this.#described;
    const now = performance.now();
    if (before && (!isFresh || now - before.at < FRESH_MS)) return before.metadata;
    const described = { at: now, metadata: discovered(this.#options.issuer, this.#options.clientId) };
    this.#described = described;
    described.metadata.catch(() => {
      if (this.#described === described) this.#described = before;
    });
    return described.metadata;
  }

  /** Makes what the library needs for one sign-in, with the keys that are known. */
  open(metadata: ServerMetadata, fetch: CustomFetch): Configuration {
    const config = new Configuration(metadata, this.#options.clientId, undefined, this.authentication.send);
    config.timeout = TIMEOUT;
    config[customFetch] = fetch;
    enableNonRepudiationChecks(config); // checks the ID token's signature, not only the connection over which it came
    if (this.#options.issuer.startsWith('http:')) allowInsecureRequests(config);
    if (this.#keys) setJwksCache(config, this.#keys);
    this.#given.set(config, this.#keys);
    return config;
  }

  /** Keeps the keys that a sign-in has fetched. */
  keepKeys(config: Configuration): void {
    const used = getJwksCache(config);
    if (used && used.uat !== this.#given.get(config)?.uat) this.#keys = used;
  }

  /**
   * Makes the next `open` use other keys than these, which did not fit. Returns false if there can be none: they were
   * fetched just now, or others were within ten seconds.
   */
  renewKeys(config: Configuration): boolean {
    const given = this.#given.get(config);
    if (getJwksCache(config)?.uat !== given?.uat) return false;
    if (this.#keys !== given) return true; // another sign-in has fetched others
    if (performance.now() - this.#renewed < RENEW_MS) return false;
    this.#renewed = performance.now();
    this.#keys = undefined;
    return true;
  }
}
