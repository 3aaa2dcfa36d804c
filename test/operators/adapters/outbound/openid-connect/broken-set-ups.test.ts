import { generateKeyPairSync, sign } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { OpenIdProvider } from '../../../../../src/operators/adapters/outbound/openid-connect/openid-provider.ts';
import { CLIENT, openIdentityProvider, signInAt } from '../../../../support/identity-provider.ts';

const returnTo = 'http://127.0.0.1:3001/sign-in/done';

type Part = Record<string, unknown>;

const made = (kid: string) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { privateKey, jwk: { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' } };
};
const [first, second] = [made('first'), made('second')];

let there: Awaited<ReturnType<typeof openIdentityProvider>>;
let honest: RequestListener;
const asked: string[] = [];
beforeAll(async () => {
  there = await openIdentityProvider(returnTo, {
    jwks: { keys: [first.jwk] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256', 'HS512'] },
  } as object);
  there.accounts.set('ada', { name: 'Ada', roles: 'sales' });
  const { listener } = there.answer;
  honest = (request, response) => {
    asked.push(request.url ?? '');
    return listener(request, response);
  };
});
afterAll(() => there.stop());
afterEach(() => {
  vi.restoreAllMocks();
});

const desk = (options = {}) =>
  new OpenIdProvider({
    ...{ issuer: there.issuer, ...CLIENT, scope: 'openid profile', claim: 'roles', ...options },
  });

/** Lets another answer at this path, and passes everything else on. */
function answerAt(path: string, listener: RequestListener): void {
  there.answer.listener = (request, response) =>
    (request.url === path ? listener : honest)(request, response);
}

/** Passes on an answer with another body. */
function changed(path: string, change: (answer: Part) => unknown): void {
  answerAt(path, (request, response) => {
    const end = response.end.bind(response);
    response.end = ((body: unknown) => {
      const text = JSON.stringify(change(JSON.parse(String(body))));
      response.setHeader('content-length', Buffer.byteLength(text));
      return end(text);
    }) as typeof response.end;
    return honest(request, response);
  });
}

const coded = (part: Part) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Changes ID tokens, and signs them by this key. */
function forge(change: (claims: Part, header: Part) => void, { privateKey } = first): void {
  changed('/token', (answer) => {
    const [header = {}, claims = {}] = String(answer.id_token)
      .split('.', 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    change(claims, header);
    const signed = `${coded(header)}.${coded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    return { ...answer, id_token: `${signed}.${signature.toString('base64url')}` };
  });
}

const now = () => Math.floor(Date.now() / 1_000);
const page: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Ada, welcome</h1>');
};
const refusal = (status: number, error: string) =>
  ((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  }) satisfies RequestListener;

async function signIn(provider = desk()) {
  asked.length = 0;
  const { url, proof } = await provider.begin(returnTo);
  return provider.finish(await signInAt(url, 'ada', returnTo), proof);
}

/** Each way to set up a provider wrongly, with the sentence for the page and the log. */
const cases: Record<string, [breakIt: () => void, says: RegExp]> = {
  'signs with HS512, as lemonldap-ng does by default': [
    () => forge((_claims, header) => Object.assign(header, { alg: 'HS512' })),
    /^The identity provider signs with HS512: set RS256 or ES256 for this client there\.$/,
  ],
  'signs with what its description does not name': [
    () => forge((_claims, header) => Object.assign(header, { alg: 'RS512' })),
    /signs with RS512: set RS256/,
  ],
  encrypts: [
    () => changed('/token', (answer) => ({ ...answer, id_token: 'a.b.c.d.e' })),
    /encrypts its ID tokens: turn that off/,
  ],
  'has a clock that is ahead, and sends nbf, as mock-oauth2-server does': [
    () => forge((claims) => Object.assign(claims, { nbf: now() + 90 })),
    /^The clocks of this machine and of the identity provider differ by about (89|90|91) s: have both set by NTP/,
  ],
  'has a clock that is an hour late': [
    () => forge((claims) => Object.assign(claims, { iat: now() - 3_600, exp: now() - 3_300 })),
    /differ by about 360\d s/,
  ],
  'gives tokens to nobody, as canaille’s command line does': [
    () => forge((claims) => Object.assign(claims, { aud: [] })),
    /^The ID token is not for this client \(aud\): have it contain DESK_OIDC_CLIENT_ID/,
  ],
  'gives tokens to two': [
    () => forge((claims) => Object.assign(claims, { aud: ['desk', 'other'] })),
    /several clients \(aud\), and does not say to which it was given \(azp\)/,
  ],
  'gives tokens to another': [
    () => forge((claims) => Object.assign(claims, { aud: ['desk', 'other'], azp: 'other' })),
    /given to another client \(azp\)/,
  ],
  'is called otherwise in its tokens': [
    () => forge((claims) => Object.assign(claims, { iss: 'https://other.example' })),
    /another issuer \(iss\) than the provider’s description/,
  ],
  'leaves out the nonce': [
    () => forge((claims) => delete claims.nonce),
    /left out the nonce of this sign-in: it has to return it/,
  ],
  'has two keys and names none': [
    () => {
      forge((_claims, header) => delete header.kid);
      const { listener } = there.answer;
      const keys = [first.jwk, second.jwk].map(({ d: _, ...key }) => key);
      there.answer.listener = (request, response) =>
        request.url === '/jwks'
          ? response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }))
          : listener(request, response);
    },
    /several keys, and its ID token does not say which one signed it/,
  ],
  'signs with a key that it does not show': [
    () => forge((_claims, header) => Object.assign(header, { kid: 'second' }), second),
    /a key that is not among those at its jwks_uri, which were just asked for: try again in a minute/,
  ],
  'has a userinfo of somebody else': [
    () => changed('/me', (answer) => ({ ...answer, sub: 'eve' })),
    /userinfo is about another account \(sub\)/,
  ],
  'keeps its userinfo from this client': [
    () =>
      answerAt('/me', (_request, response) => {
        response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope"' }).end();
      }),
    /does not tell this desk who you are \(userinfo\): check DESK_OIDC_SCOPE/,
  ],
  'stands behind a firewall that answers with a page': [
    () => answerAt('/token', page),
    /^A page came from http:\/\/127\.0\.0\.1:\d+\/token, and no answer/,
  ],
  'has moved': [
    () => answerAt('/token', (_request, response) => void response.writeHead(302, { location: '/x' }).end()),
    /answers 302 at http:\/\/127\.0\.0\.1:\d+\/token: look there for the cause/,
  ],
  'does not allow the flow': [
    () => answerAt('/token', refusal(400, 'unauthorized_client')),
    /\(unauthorized_client\): allow this client the authorization code flow/,
  ],
  'does not like the request': [
    () => answerAt('/token', refusal(400, 'ada@example.com')),
    /does not accept this desk’s request \(unknown\): its log says more/,
  ],
  'answers with something broken': [
    () =>
      answerAt('/token', (_request, response) => {
        response.setHeader('content-type', 'application/json').end('{"access');
      }),
    /broke off, or is not JSON/,
  ],
};

describe('a provider that', () => {
  it.each(Object.entries(cases))('%s is told so, and what to do', async (_what, [breakIt, says]) => {
    breakIt();
    await expect(signIn()).rejects.toMatchObject({
      ...{ name: 'ProviderFailed', isDown: false, message: expect.stringMatching(says) },
    });
    await expect(signIn()).rejects.toMatchObject({ message: expect.not.stringMatching(/ada/i) });
    there.answer.listener = honest;
    expect(await signIn()).toMatchObject({ role: 'sales' });
  });

  it('fails in the middle is down, at the address that failed', async () => {
    answerAt('/token', (_request, response) => void response.writeHead(502).end());
    await expect(signIn()).rejects.toMatchObject({
      ...{ isDown: true, message: expect.stringMatching(/^The .* answer at http:\S+\/token \(502\)\.$/) },
    });
  });

  it('goes down while the desk knows it is missed before a browser is sent there', async () => {
    const provider = desk();
    there.answer.listener = honest;
    await signIn(provider);
    there.answer.listener = (request) => request.socket.destroy();
    await expect(provider.begin(returnTo)).resolves.toMatchObject({ url: expect.any(String) });
    const later = performance.now() + 61_000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    await expect(provider.begin(returnTo)).rejects.toMatchObject({ isDown: true });
    const out = provider.endOfSession({ hint: undefined, returnTo, state: 's' });
    await expect(out).rejects.toMatchObject({ isDown: true });
    there.answer.listener = honest;
    expect(await signIn(provider)).toMatchObject({ role: 'sales' });
  });
});

describe('keys', () => {
  const fetched = () => asked.filter((url) => url === '/jwks').length;
  let keys: object[] = [];
  const rotate = (key: typeof first) => {
    keys = [{ ...key.jwk, d: undefined }];
    forge((_claims, header) => Object.assign(header, { kid: key.jwk.kid }), key);
    const { listener } = there.answer;
    there.answer.listener = (request, response) => {
      if (request.url !== '/jwks') return listener(request, response);
      asked.push('/jwks');
      return response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys }));
    };
  };

  it('that are not known are fetched again at once, and once in ten seconds', async () => {
    const provider = desk();
    const times = vi.spyOn(performance, 'now').mockReturnValue(0);
    rotate(first);
    await signIn(provider);
    expect(fetched()).toBe(1);
    await signIn(provider);
    expect(fetched()).toBe(0);
    rotate(second);
    expect(await signIn(provider)).toMatchObject({ role: 'sales' });
    expect([fetched(), asked.filter((url) => url === '/token').length]).toEqual([1, 1]);
    rotate(first);
    times.mockReturnValue(9_999);
    await expect(signIn(provider)).rejects.toThrow('not among those at its jwks_uri');
    expect(fetched()).toBe(0);
    times.mockReturnValue(10_000);
    const both = await Promise.allSettled([signIn(provider), signIn(provider)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  });

  it('without names are fetched again, too', async () => {
    const provider = desk();
    for (const key of [first, second]) {
      rotate(key);
      keys = keys.map((each) => ({ ...each, kid: undefined }));
      const { listener } = there.answer;
      forge((_claims, header) => delete header.kid, key);
      const forged = there.answer.listener;
      there.answer.listener = (request, response) =>
        (request.url === '/jwks' ? listener : forged)(request, response);
      expect(await signIn(provider)).toMatchObject({ role: 'sales' });
    }
  });
});

describe('the client’s secret', () => {
  /** A provider that states both ways, and takes one from this client. */
  async function taking(method: 'basic' | 'post') {
    const provider = await openIdentityProvider(returnTo, {
      clients: [{ client_id: 'leads-desk', client_secret: CLIENT.clientSecret, redirect_uris: [returnTo] }],
    });
    provider.accounts.set('ada', { name: 'Ada', roles: 'sales' });
    const { listener } = provider.answer;
    const sent: string[] = [];
    provider.answer.listener = (request, response) => {
      if (request.url !== '/token') return listener(request, response);
      const way = request.headers.authorization ? 'basic' : 'post';
      sent.push(way);
      return (way === method ? listener : refusal(401, 'invalid_client'))(request, response);
    };
    return { provider, sent };
  }

  it.each(['basic', 'post'] as const)('is sent as a provider takes it: %s', async (method) => {
    const { provider, sent } = await taking(method);
    await using _ = provider;
    const options = { issuer: provider.issuer, clientId: 'leads-desk' };
    const byDescription = desk(options);
    for (let n = 0; n < 2; n += 1) expect(await signIn(byDescription)).toMatchObject({ role: 'sales' });
    expect(sent).toEqual(method === 'post' ? ['basic', 'post', 'post'] : ['basic', 'basic']);
    expect(await signIn(desk({ ...options, auth: method }))).toMatchObject({ role: 'sales' });
    const [auth, how] = method === 'post' ? (['basic', 'header'] as const) : (['post', 'form'] as const);
    await expect(signIn(desk({ ...options, auth }))).rejects.toThrow(
      `which was sent in the ${how}; DESK_OIDC_AUTH=${method} is the other way.`,
    );
    sent.length = 0;
    const wrong = desk({ ...options, clientSecret: 'wrong' });
    for (let n = 0; n < 2; n += 1)
      await expect(signIn(wrong)).rejects.toThrow(
        'check DESK_OIDC_CLIENT_ID and DESK_OIDC_CLIENT_SECRET, which was sent in the header and in the form.',
      );
    expect(sent).toHaveLength(4);
  });
});
