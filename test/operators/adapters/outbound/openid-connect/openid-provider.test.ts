import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenIdProvider } from '../../../../../src/operators/adapters/outbound/openid-connect/openid-provider.ts';
import { CLIENT, openIdentityProvider, signInAt } from '../../../../support/identity-provider.ts';

const returnTo = 'http://127.0.0.1:3001/sign-in/done';

let there: Awaited<ReturnType<typeof openIdentityProvider>>;
beforeAll(async () => {
  there = await openIdentityProvider(returnTo);
});
afterAll(() => there.stop());

const desk = (options = {}) =>
  new OpenIdProvider({
    issuer: there.issuer,
    ...CLIENT,
    scope: 'openid profile email',
    claim: 'roles',
    ...options,
  });

async function signIn(account: string, provider = desk()) {
  const { url, proof } = await provider.begin(returnTo);
  return provider.finish(await signInAt(url, account, returnTo), proof);
}

describe('who somebody is', () => {
  it.each([
    [{ name: 'Ada Lovelace', preferred_username: 'ada', roles: 'sales' }, 'Ada Lovelace', 'sales'],
    [
      { preferred_username: 'ada', email: 'ada@example.com', roles: ['viewer', 'admin', 'x'] },
      'ada',
      'admin',
    ],
    [{ name: ' ', email: 'ada@example.com', roles: ['Admin'] }, 'ada@example.com', undefined],
    [{ given_name: 'Ada', family_name: 'Lovelace', roles: { admin: true } }, 'Ada Lovelace', 'admin'],
    [{ name: 7, family_name: 'Lovelace', preferred_username: 'ada', roles: null }, 'Lovelace', undefined],
    [{ roles: 'staff sales' }, 'account-5', 'sales'],
    [{ name: ` a\u0000\u202e\nb${'😀'.repeat(150)}` }, `ab${'😀'.repeat(98)}`, undefined],
  ])('%j', async (claims, name, role) => {
    const account = `account-${there.accounts.size + 1}`;
    there.accounts.set(account, claims);
    expect(await signIn(account)).toEqual({
      name: name.replace(/account-\d/, account),
      email: 'email' in claims ? claims.email : undefined,
      isEmailVerified: false,
      issuer: there.issuer,
      account,
      role,
      lack: role ? undefined : expect.stringMatching(/^the claim roles is /),
      sessionHint: expect.stringMatching(/^eyJ/),
    });
  });

  it('is told by the ID token itself, if it says all of it', async () => {
    await using told = await openIdentityProvider(returnTo, {
      conformIdTokenClaims: false,
      features: { userinfo: { enabled: false } },
    });
    told.accounts.set('ada', { name: 'Ada', groups: ['x'], roles: ['viewer'] });
    expect(await signIn('ada', desk({ issuer: told.issuer }))).toMatchObject({ name: 'Ada', role: 'viewer' });
    expect(await signIn('ada', desk({ issuer: told.issuer, claim: 'groups' }))).toMatchObject({
      role: undefined,
    });
  });

  it('is read anew at each sign-in', async () => {
    there.accounts.set('changing', { roles: 'viewer' });
    expect(await signIn('changing')).toMatchObject({ role: 'viewer' });
    there.accounts.set('changing', { roles: 'admin' });
    expect(await signIn('changing')).toMatchObject({ role: 'admin' });
  });
});

/** As each kind of provider tells groups or roles, with what has to be set for it. */
describe('roles in the shape of', () => {
  const groups = [
    ['leads-sales', 'sales'],
    ['leads-admins', 'admin'],
  ] as const;
  /** Claims, by the scope that gives them. */
  const shapes: Record<string, [claims: object, byScope: Record<string, string[]>, options: object]> = {
    'Dex: groups, for the scope groups alone': [
      { groups: ['staff', 'leads-sales'] },
      { groups: ['groups'] },
      { scope: 'openid profile email groups', claim: 'groups', roles: groups },
    ],
    'Keycloak: a path': [
      { realm_access: { roles: ['offline_access', 'sales'] } },
      { openid: ['sub', 'realm_access'] },
      { claim: 'realm_access.roles' },
    ],
    'Auth0: a name that is an address': [
      { 'https://example.com/roles': ['sales'] },
      { openid: ['sub', 'https://example.com/roles'] },
      { claim: 'https://example.com/roles' },
    ],
    'Entra ID: app roles': [{ roles: ['sales'] }, { openid: ['sub', 'roles'] }, {}],
    'ZITADEL: an object with a name for each role (its documentation, Reserved Claims)': [
      { 'urn:zitadel:iam:org:project:roles': { sales: { 2801: 'desk.zitadel.cloud' } } },
      { openid: ['sub', 'urn:zitadel:iam:org:project:roles'] },
      { claim: 'urn:zitadel:iam:org:project:roles' },
    ],
    'one text with a comma': [
      { groups: 'staff,leads-sales' },
      { groups: ['groups'] },
      { scope: 'openid profile groups', claim: 'groups', roles: groups },
    ],
    'Google: one address each': [
      { email: 'ada@example.com', email_verified: true },
      { email: ['email', 'email_verified'] },
      { claim: 'email', roles: [['ada@example.com', 'sales']] },
    ],
    'Okta: groups, of which one is Everyone': [
      { groups: ['Everyone', 'leads-sales'] },
      { groups: ['groups'] },
      { scope: 'openid groups', claim: 'groups', roles: groups },
    ],
  };

  it.each(Object.entries(shapes))('%s', async (_shape, [claims, byScope, options]) => {
    await using there = await openIdentityProvider(returnTo, {
      claims: { openid: ['sub'], profile: ['name'], ...byScope },
    });
    there.accounts.set('ada', { name: 'Ada', ...claims });
    const { issuer } = there;
    expect(await signIn('ada', desk({ issuer, ...options }))).toMatchObject({ role: 'sales' });
    there.accounts.set('ada', { name: 'Ada' });
    expect(await signIn('ada', desk({ issuer, ...options }))).toMatchObject({ role: undefined });
  });

  it('Dex, without the scope: none', async () => {
    there.accounts.set('kilgore', { groups: ['leads-sales'] });
    const options = { claim: 'groups', roles: groups };
    expect(await signIn('kilgore', desk(options))).toMatchObject({ role: undefined });
    const asked = { ...options, scope: 'openid groups' };
    expect(await signIn('kilgore', desk(asked))).toMatchObject({ role: 'sales' });
  });

  it('an address that the provider has not verified: none', async () => {
    const options = { claim: 'email', roles: [['eve@example.com', 'admin']] as const };
    for (const verified of [false, undefined, 'false', 1]) {
      there.accounts.set('eve', { email: 'eve@example.com', email_verified: verified });
      expect(await signIn('eve', desk(options))).toMatchObject({ email: 'eve@example.com', role: undefined });
    }
    there.accounts.set('eve', { email: 'eve@example.com', email_verified: 'true' }); // Amazon Cognito's developer guide, userInfo endpoint
    expect(await signIn('eve', desk(options))).toMatchObject({ isEmailVerified: true, role: 'admin' });
  });

  // Authelia's documentation, OpenID Connect 1.0 Claims (4.39): scopes give claims at userinfo, not in the ID token.
  it('Authelia: email and email_verified at userinfo alone, and never two halves of both', async () => {
    await using apart = await openIdentityProvider(returnTo, {
      claims: { openid: ['sub', 'roles', 'name'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: true,
    });
    apart.accounts.set('ada', { name: 'Ada', roles: 'sales', email: 'a@example.com', email_verified: true });
    const { issuer } = apart;
    const ada = { email: 'a@example.com', isEmailVerified: true, role: 'sales' };
    expect(await signIn('ada', desk({ issuer }))).toMatchObject(ada);
    await using halves = await openIdentityProvider(returnTo, {
      claims: { openid: ['sub', 'roles', 'name', 'email'], email: ['email_verified'] },
      conformIdTokenClaims: false,
      async findAccount(_ctx, accountId) {
        const told = { sub: accountId, name: 'Ada', roles: 'sales' };
        const claims = async (use: string) =>
          use === 'userinfo'
            ? { ...told, email: 'other@example.com', email_verified: true }
            : { ...told, email: 'ada@example.com' };
        return { accountId, claims };
      },
    });
    const other = await signIn('ada', desk({ issuer: halves.issuer }));
    expect([other.email, other.isEmailVerified]).toEqual(['ada@example.com', false]);
  });
});

it('a session ends at the provider’s own address, with its own word for it (RP-Initiated Logout 1.0)', async () => {
  there.accounts.set('ada', { name: 'Ada', roles: ['sales'] });
  const provider = desk();
  const { sessionHint: hint } = await signIn('ada', provider);
  const url = new URL((await provider.endOfSession({ hint, returnTo, state: 'out' })) ?? '');
  expect(`${url.origin}${url.pathname}`).toBe(`${there.issuer}/session/end`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: CLIENT.clientId,
    post_logout_redirect_uri: returnTo,
    state: 'out',
    id_token_hint: hint,
  });
  const without = await provider.endOfSession({ hint: undefined, returnTo, state: 'out' });
  expect(new URL(without ?? '').searchParams.has('id_token_hint')).toBe(false);
});

it('another account is a choice where the provider says that it offers one, else a new login', async () => {
  await using known = await openIdentityProvider(returnTo);
  const promptFor = async (prompts: unknown, another: boolean) => {
    const whole = `${known.issuer}/.well-known/openid-configuration`;
    const document = (await (await fetch(whole)).json()) as object;
    const honest = known.answer.listener;
    known.answer.listener = (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...document, prompt_values_supported: prompts }));
    };
    const { url } = await desk({ issuer: known.issuer }).begin(returnTo, { another });
    known.answer.listener = honest;
    return new URL(url).searchParams.get('prompt');
  };
  expect(await promptFor(['login', 'select_account'], true)).toBe('select_account');
  expect(await promptFor(['login', 'none'], true)).toBe('login');
  expect(await promptFor(undefined, true)).toBe('login');
  expect(await promptFor(['select_account'], false)).toBeNull();
});

it('the address asks for a code with PKCE, state and nonce, each new', async () => {
  const provider = desk();
  const [one, other] = [await provider.begin(returnTo), await provider.begin(returnTo)];
  const { searchParams } = new URL(one.url);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: returnTo,
    code_challenge_method: 'S256',
    scope: 'openid profile email',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(new URL(other.url).searchParams.get(name)).not.toBe(searchParams.get(name));
  }
  expect(one.url).not.toContain(JSON.parse(one.proof).verifier);
});

describe('what is not accepted', () => {
  const change = (proof: string, name: string) =>
    JSON.stringify({ ...JSON.parse(proof), [name]: 'a'.repeat(43) });

  it.each([
    ['another state', 'state', /^This answer belongs to another sign-in: sign in again/],
    ['another nonce', 'nonce', /^This answer belongs to another sign-in \(nonce\): sign in again/],
    ['another verifier', 'verifier', /knows this sign-in no longer/],
  ])('%s', async (_what, name, message) => {
    const provider = desk();
    const { url, proof } = await provider.begin(returnTo);
    const address = await signInAt(url, 'account-1', returnTo);
    await expect(provider.finish(address, change(proof, name))).rejects.toMatchObject({
      name: 'ProviderFailed',
      message: expect.stringMatching(message),
    });
  });

  it('a code that was used, a forged one, an answer without any, and a refusal', async () => {
    const provider = desk();
    const { url, proof } = await provider.begin(returnTo);
    const address = await signInAt(url, 'account-1', returnTo);
    expect(await provider.finish(address, proof)).toMatchObject({ account: 'account-1' });
    const fails = async (changes: Record<string, string | undefined>) => {
      const changed = new URL(address);
      for (const [name, value] of Object.entries(changes))
        if (value === undefined) changed.searchParams.delete(name);
        else changed.searchParams.set(name, value);
      return provider.finish(changed.href, proof).catch(({ name, message }) => `${name}: ${message}`);
    };
    const again = 'ProviderFailed: The identity provider knows this sign-in no longer: sign in again.';
    expect(await fails({})).toBe(again);
    expect(await fails({ code: 'x' })).toBe(again);
    expect(await fails({ code: undefined })).toMatch(/^ProviderFailed: .* another sign-in/);
    expect(await fails({ iss: 'http://127.0.0.1:1' })).toMatch(/^ProviderFailed: .* in another name \(iss\)/);
    expect(await fails({ code: undefined, error: 'access_denied' })).toBe(
      'ProviderFailed: The identity provider did not let you in (access_denied).',
    );
    expect(await fails({ code: undefined, error: '<b>call 0800 1234</b>' })).toBe(
      'ProviderFailed: The identity provider did not let you in (unknown).',
    );
  });

  it('the secret of another client', async () => {
    await expect(signIn('account-1', desk({ clientSecret: 'wrong' }))).rejects.toMatchObject({
      name: 'ProviderFailed',
      message: expect.stringMatching(/DESK_OIDC_CLIENT_SECRET/),
    });
  });

  it('an ID token whose signature is not the provider’s', async () => {
    await using forger = await openIdentityProvider(returnTo);
    const provider = desk({ issuer: forger.issuer });
    const { url, proof } = await provider.begin(returnTo);
    const address = await signInAt(url, 'ada', returnTo);
    const honest = forger.answer.listener;
    forger.answer.listener = (request, response) => {
      if (!request.url?.startsWith('/token')) return honest(request, response);
      const end = response.end.bind(response);
      response.end = ((body: unknown) => {
        const answer = JSON.parse(String(body));
        const [head, claims] = answer.id_token.split('.');
        const forged = JSON.stringify({ ...answer, id_token: [head, claims, 'A'.repeat(342)].join('.') });
        response.setHeader('content-length', Buffer.byteLength(forged));
        return end(forged);
      }) as typeof response.end;
      honest(request, response);
    };
    await expect(provider.finish(address, proof)).rejects.toMatchObject({
      name: 'ProviderFailed',
      message: expect.stringMatching(/^The signature of the ID token is not by a key/),
    });
  });

  it('a provider that serves every organisation, or calls itself otherwise', async () => {
    await using many = await openIdentityProvider(returnTo);
    const whole = `${many.issuer}/.well-known/openid-configuration`;
    const document = (await (await fetch(whole)).json()) as object;
    many.answer.listener = (_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...document, issuer: 'https://login.example.com/{tenantid}/v2.0' }));
    };
    await expect(desk({ issuer: whole }).begin(returnTo)).rejects.toThrow(/one organisation alone/);
    await expect(desk({ issuer: many.issuer }).begin(returnTo)).rejects.toThrow(
      'DESK_OIDC_ISSUER has to be what the provider calls itself, for one organisation alone: https://login.example.com/{tenantid}/v2.0',
    );
  });
});

it.each([
  [
    'a slash more, as Keycloak 26.7 and Dex refuse it',
    '/',
    /has to be what the provider calls itself, .*: http/,
  ],
  ['a path that is not there', '/realms/none', /No identity provider answers at DESK_OIDC_ISSUER/],
])('an issuer with %s is told before anybody signs in', async (_what, more, message) => {
  await using dex = await openIdentityProvider(returnTo);
  const honest = dex.answer.listener;
  dex.answer.listener = (request, response) => {
    request.url = request.url?.replace('/dex/', '/').replace('//', '/');
    honest(request, response);
  };
  expect(await desk({ issuer: dex.issuer }).problem()).toBeUndefined();
  const whole = more === '/' ? `${dex.issuer}/dex/` : `${dex.issuer}${more}`;
  expect(await desk({ issuer: whole }).problem()).toMatch(message);
});

/** https://fetch.spec.whatwg.org/#port-blocking, as in Node 24.21. */
it('an issuer at a port that fetch never asks is told so', async () => {
  expect(await desk({ issuer: 'http://127.0.0.1:10080' }).problem()).toContain(
    'does not answer at http://127.0.0.1:10080/.well-known/openid-configuration (fetch refuses this port)',
  );
});

it('a provider that was down is asked again', async () => {
  await using late = await openIdentityProvider(returnTo);
  const honest = late.answer.listener;
  const provider = desk({ issuer: late.issuer });
  late.answer.listener = (request) => request.socket.destroy();
  const down = {
    name: 'ProviderFailed',
    isDown: true,
    message: expect.stringMatching(
      /^The identity provider does not answer at http:\/\/127\.0\.0\.1:\d+\/\S+ \((?:UND_ERR_SOCKET|ECONNREFUSED)\)\./,
    ),
  };
  await expect(provider.begin(returnTo)).rejects.toMatchObject(down);
  late.answer.listener = (_request, response) => response.writeHead(503).end();
  await expect(provider.begin(returnTo)).rejects.toMatchObject({ isDown: true });
  late.answer.listener = honest;
  const { url, proof } = await provider.begin(returnTo);
  const address = await signInAt(url, 'ada', returnTo);
  await late.stop();
  await expect(provider.finish(address, proof)).rejects.toMatchObject(down);
});
