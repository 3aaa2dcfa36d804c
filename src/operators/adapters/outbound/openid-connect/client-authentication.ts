import { type ClientAuth, ClientSecretBasic, ClientSecretPost, type ServerMetadata } from 'openid-client';

/** The way to send the client's secret: in the header, or in the form (OpenID Connect Core 9). */
export type AuthMethod = 'basic' | 'post';

const names = { basic: 'client_secret_basic', post: 'client_secret_post' } as const;

/**
 * Sends the client's secret to the provider. If no way is set, by one that its description states: in the header, and
 * after a refusal in the form. Some read the header otherwise than RFC 6749, 2.3.1, says, which encodes even a hyphen;
 * others know of one way for each client.
 */
export class ClientAuthentication {
  readonly #chosen: AuthMethod | undefined;
  #works: AuthMethod | undefined;
  readonly send: ClientAuth;

  constructor(secret: string, chosen?: AuthMethod) {
    this.#chosen = chosen;
    const ways = { basic: ClientSecretBasic(secret), post: ClientSecretPost(secret) };
    this.send = (server, ...request) => ways[this.#wayAt(server)](server, ...request);
  }

  #waysAt({ token_endpoint_auth_methods_supported: stated = [names.basic] }: Readonly<ServerMetadata>) {
    if (this.#chosen) return [this.#chosen];
    const known = (['basic', 'post'] as const).filter((way) => stated.includes(names[way]));
    return known.length > 0 ? known : (['post'] as const);
  }

  #wayAt(server: Readonly<ServerMetadata>): AuthMethod {
    const [first = 'basic', ...others] = this.#waysAt(server);
    return others.find((way) => way === this.#works) ?? first;
  }

  /** Turns to the other way, from now on. Returns false if there is none. */
  turn(server: Readonly<ServerMetadata>): boolean {
    const now = this.#wayAt(server);
    const other = this.#waysAt(server).find((way) => way !== now);
    this.#works = other ?? now;
    return other !== undefined;
  }

  /** Says how the secret was sent to a provider that refuses it, and what else to try. */
  triedAt(server: Readonly<ServerMetadata>): string {
    const ways = this.#waysAt(server);
    const tried = ways.map((way) => (way === 'basic' ? 'in the header' : 'in the form')).join(' and ');
    const [only] = ways.length > 1 ? [] : ways;
    return `${tried}${only ? `; DESK_OIDC_AUTH=${only === 'basic' ? 'post' : 'basic'} is the other way` : ''}`;
  }
}
