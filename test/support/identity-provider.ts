import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

export const CLIENT = { clientId: 'desk', clientSecret: 'secret of the desk: +&%' };

/** The claims of one account. */
type Claims = Readonly<Record<string, unknown>>;

/**
 * An OpenID Connect provider on loopback. It lets in whoever types the name of an account, asks nobody for consent, and
 * forgets nobody.
 * `returnTo`: the address that it sends people back to. `at`: its port.
 */
export async function openIdentityProvider(returnTo: string, configuration: Configuration = {}, at = 0) {
  const accounts = new Map<string, Claims>();
  const server = createServer();
  server.listen(at, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [returnTo],
        post_logout_redirect_uris: [returnTo],
        response_types: ['code'],
      },
    ],
    claims: {
      openid: ['sub', 'roles'],
      groups: ['groups'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    async loadExistingGrant({ oidc: { client, session, params } }) {
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope(String(params?.scope));
      await grant.save();
      return grant;
    },
    cookies: { keys: ['for tests alone'] },
    ...configuration,
  });
  const answer: { listener: RequestListener } = { listener: provider.callback() };
  server.on('request', (request, response) => answer.listener(request, response));

  return {
    issuer,
    accounts,
    /** Set another to answer in place of the provider. */
    answer,
    async stop() {
      server.closeAllConnections();
      server.close();
      if (server.listening) await once(server, 'close');
    },
    async [Symbol.asyncDispose]() {
      await this.stop();
    },
  };
}

/** Signs in as a browser would, without one. Resolves to the address that the provider sends it back to. */
export async function signInAt(url: string, account: string, returnTo: string): Promise<string> {
  const cookies = new Map<string, string>();
  let request: { url: string; body?: string } = { url };
  for (let step = 0; step < 15; step += 1) {
    const response = await fetch(request.url, {
      method: request.body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(request.body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      body: request.body ?? null,
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location) {
      const next = new URL(location, request.url).href;
      if (next.startsWith(returnTo)) return next;
      request = { url: next };
    } else {
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (!action || !prompt) throw new Error(`The provider says ${response.status}: ${page.slice(0, 2000)}`);
      request = {
        url: new URL(action, request.url).href,
        body: new URLSearchParams({ prompt, login: account, password: 'x' }).toString(),
      };
    }
  }
  throw new Error('The provider does not come to an end.');
}
