import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { freePort } from '../support/free-port.ts';
import { openServedDesk } from '../support/served-desk.ts';
import { canaille, lemonldap, mockOAuth2, spring } from './little-providers.ts';
import { accounts, CLIENT, dex, keycloak, type RunningProvider, type Where } from './providers.ts';

/** `node test/deep/sign-in.ts [NAME]`: people sign in at the desk, and out, with each real provider, or the one named. */

const REFRESH = /http-equiv="refresh" content="0; url=([^"]+)"/;
const plain = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=').replaceAll('&#38;', '&');

type Jars = Map<string, Map<string, string>>;
type Asked = { url: string; body?: URLSearchParams };

/** The first form of a page with its hidden fields, as a browser without scripts sends it; `undefined` without one. */
function formIn(page: string, url: string, given: Record<string, string>): Asked | undefined {
  const [, head, inside] = /<form([^>]*)>(.*?)<\/form>/is.exec(page) ?? [];
  if (head === undefined) return undefined;
  const attribute = (tag: string, name: string) =>
    plain(new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '');
  const hidden = (inside?.match(/<input[^>]*type="hidden"[^>]*>/gi) ?? []).map(
    (tag) => [attribute(tag, 'name'), attribute(tag, 'value')] as const,
  );
  const to = new URL(attribute(head.replaceAll(/\s/g, ' '), 'action').replace(/#.*/, '') || url, url);
  const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...given });
  return { url: to.href, body };
}

/** One request of a browser without scripts, which keeps its cookies in jars. */
async function ask(jars: Jars, { url, body }: Asked) {
  const { origin } = new URL(url);
  const jar = jars.get(origin) ?? new Map<string, string>();
  jars.set(origin, jar);
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      accept: 'text/html',
      cookie: [...jar].map((pair) => pair.join('=')).join('; '),
      ...(body && { origin }),
    },
    redirect: 'manual',
    ...(body && { body }),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/expires=Thu, 01 Jan 1970|max-age=0/i.test(line)) jar.delete(name);
    else jar.set(name, value);
  }
  return { status: answer.status, next: answer.headers.get('location'), page: await answer.text() };
}

const usual = ({ user, email, password }: (typeof accounts)[number]) => ({
  ...{ username: user, login: email, password },
});

/** Goes from the desk to the provider and back. Resolves to the desk's last answer, and to the forms that were filled in. */
async function signIn(
  desk: string,
  account: (typeof accounts)[number],
  { fields = usual }: Pick<RunningProvider, 'fields'>,
  jars: Jars = new Map(),
) {
  let forms = 0;
  let request: Asked = { url: `${desk}/sign-in/begin?goal=%2Fday` };
  for (let step = 0; step < 12; step += 1) {
    const { status, next, page } = await ask(jars, request);
    if (new URL(request.url).pathname === '/sign-in/done') return { status, next, page, forms };
    if (next) request = { url: new URL(next, request.url).href };
    else {
      const form = formIn(page, request.url, fields(account));
      if (!form) return { status, next, page, forms };
      forms += 1;
      request = form;
    }
  }
  throw new Error('The provider does not come to an end.');
}

/** Signs out at the desk, and wherever that leads, with every question answered. Resolves to the desk's last address. */
async function signOut(desk: string, jars: Jars): Promise<string> {
  let request: Asked = { url: `${desk}/sign-out`, body: new URLSearchParams() };
  for (let step = 0; step < 6; step += 1) {
    const { next, page } = await ask(jars, request);
    const onward = next ?? plain(REFRESH.exec(page)?.[1] ?? '');
    const question = request.url.startsWith(desk) ? undefined : formIn(page, request.url, {});
    if (!onward && !question) return request.url;
    request = onward ? { url: new URL(onward, request.url).href } : (question as Asked);
  }
  throw new Error('The sign-out does not come to an end.');
}

async function answers(url: string): Promise<void> {
  for (let n = 0; n < 1_800; n += 1) {
    const found = await fetch(`${url.replace(/\/$/, '')}/.well-known/openid-configuration`).catch(
      () => undefined,
    );
    if (found?.ok) return;
    await delay(1_000);
  }
  throw new Error(`Nothing answers at ${url}.`);
}

const perl = '/usr/share/perl5/Lemonldap/NG/Portal/Issuer/OpenIDConnect.pm';
const refusing = /check DESK_OIDC_CLIENT_ID and DESK_OIDC_CLIENT_SECRET/;

/**
 * Each provider with what it needs here, the forms of a sign-in after a sign-out (Dex and canaille let the same person in
 * again, with one form less or none), and set-ups that are broken there, with the line of the log.
 */
const rows: readonly {
  name: string;
  needs: string;
  start: (where: Where) => Promise<RunningProvider>;
  forms?: number;
  broken?: Record<string, [settings: Record<string, string>, says: RegExp]>;
}[] = [
  { name: 'Keycloak 26.7.3', needs: 'mvn', start: keycloak, forms: 1 },
  { name: 'Dex', needs: 'go', start: dex },
  {
    ...{ name: 'LemonLDAP::NG 2.16.1', needs: perl, start: lemonldap, forms: 1 },
    broken: {
      'a hyphen in the id, by Basic': [
        { DESK_OIDC_AUTH: 'basic' },
        /sent in the header; DESK_OIDC_AUTH=post/,
      ],
      'another secret': [{ DESK_OIDC_CLIENT_SECRET: 'x' }, /sent in the header and in the form/],
      'a claim that is not there': [{ DESK_OIDC_CLAIM: 'roles' }, /the claim roles is absent/],
    },
  },
  {
    ...{ name: 'LemonLDAP::NG 2.16.1 as it comes', needs: perl },
    start: (where) => lemonldap(where, 'HS512'),
    broken: { 'HS512, its default': [{}, /signs with HS512: set RS256 or ES256 for this client there/] },
  },
  {
    ...{ name: 'mock-oauth2-server 6.0.2', needs: 'mvn', start: mockOAuth2, forms: 1 },
    broken: {
      'other words': [{ DESK_OIDC_ROLES: 'Sales=sales' }, /a text of one word, .* but for case or a slash/],
    },
  },
  {
    ...{ name: 'Spring Authorization Server 7.0', needs: 'mvn', start: spring, forms: 1 },
    broken: {
      'another secret': [{ DESK_OIDC_CLIENT_SECRET: 'x' }, refusing],
      'the other way': [{ DESK_OIDC_AUTH: 'basic' }, /sent in the header; DESK_OIDC_AUTH=post/],
      'a scope that it does not give': [
        { DESK_OIDC_SCOPE: 'openid groups' },
        /\(invalid_scope\): check DESK_OIDC_SCOPE/,
      ],
    },
  },
  {
    ...{ name: 'canaille 0.3.6', needs: 'python3', start: canaille },
    broken: { 'a scope too few': [{ DESK_OIDC_SCOPE: 'openid profile' }, /the claim groups is absent/] },
  },
  {
    ...{ name: 'canaille 0.3.6 as it comes', needs: 'python3', start: (where) => canaille(where, true) },
    broken: { 'a client of its command line': [{}, /not for this client \(aud\): have it contain/] },
  },
];

for (const { name, needs, start, forms, broken = {} } of rows) {
  if (process.argv[2] && !name.toLowerCase().includes(process.argv[2].toLowerCase())) continue;
  if (!(needs.startsWith('/') ? existsSync(needs) : spawnSync('which', [needs]).status === 0)) {
    console.log(`PASSED OVER: ${name} (there is no ${needs})`);
    continue;
  }
  await using folder = await mkdtempDisposable(`${tmpdir()}/provider-`);
  const deskPort = await freePort();
  const returnTo = `http://127.0.0.1:${deskPort}/sign-in/done`;
  const provider = await start({ folder: folder.path, port: await freePort(), returnTo });
  const { issuer, client = CLIENT } = provider;
  const deskWith = (settings: Record<string, string>) =>
    openServedDesk({
      ...{ DESK_PORT: String(deskPort), DESK_OIDC_ISSUER: issuer, ...provider.settings },
      ...{ DESK_OIDC_CLIENT_ID: client.id, DESK_OIDC_CLIENT_SECRET: client.secret, ...settings },
    });
  const [grace, bob] = accounts;
  try {
    await answers(issuer);
    if (provider.told && !name.includes('as it comes')) {
      await using desk = await deskWith({});
      assert.equal(await desk.container.get(tokens.identityProvider).problem?.(), undefined);
      const jars: Jars = new Map();
      const inside = await signIn(desk.origin, grace, provider, jars);
      assert.deepEqual([inside.status, inside.next], [302, '/day'], inside.page + desk.log());
      const [person] = await desk.operator.listPeople();
      assert.deepEqual([person?.role, person?.name, person?.email], ['sales', ...provider.told]);
      const out = await signOut(desk.origin, jars);
      assert.equal(out, `${desk.origin}/sign-in?out`);
      const again = await signIn(desk.origin, grace, provider, jars);
      if (forms !== undefined) assert.equal(again.forms, forms, again.page);
      const outside = await signIn(desk.origin, bob, provider);
      assert.equal(outside.status, 403, outside.page + desk.log());
      assert.match(outside.page, /No role/);
      const [lack] = linesOf(desk.log());
      assert.match(lack ?? '', /gives it no role: the claim /);
      console.log(
        `works: ${name}: ${person?.role}, ${person?.name}, ${person?.email}; out and back; ${lack}`,
      );
    }
    for (const [what, [settings, says]] of Object.entries(broken)) {
      await using desk = await deskWith(settings);
      const answer = await signIn(desk.origin, grace, provider);
      const [line] = linesOf(desk.log());
      assert.match(line ?? answer.page, says);
      console.log(`told: ${name}, ${what}: ${line}`);
    }
    if (new URL(issuer).pathname === '/') continue; // with a slash or without, it is the same address
    await using wrong = await deskWith({ DESK_OIDC_ISSUER: `${issuer}/` });
    const said = await wrong.container.get(tokens.identityProvider).problem?.();
    console.log(`told: ${name}, an address with a slash too many: ${said}`);
    assert.match(said ?? '', /DESK_OIDC_ISSUER/);
  } catch (error) {
    console.log(`FAILED: ${name}:`, error);
    process.exitCode = 1;
  } finally {
    const { pid } = provider.process;
    try {
      if (pid !== undefined) process.kill(name === 'Dex' ? pid : -pid, 'SIGTERM');
    } catch {
      // It has ended.
    }
  }
}

/** The lines of the log about sign-ins that failed. */
function linesOf(log: string): readonly string[] {
  const lines = log.split('\n').filter((line) => line.includes('sign-in failed'));
  return lines.map((line) => JSON.parse(line).msg);
}
