import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { freePort } from '../support/free-port.ts';
import { openServedDesk } from '../support/served-desk.ts';
import { accounts, CLIENT, dex, keycloak } from './providers.ts';

/** `node test/deep/sign-in.ts [NAME]`: people sign in at the desk with a real Keycloak, and a real Dex, and out. */

const TOKENS = /<form[^>]* action="([^"]+)"/i;
const REFRESH = /http-equiv="refresh" content="0; url=([^"]+)"/;
const plain = (text: string) =>
  text.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=').replaceAll('&#38;', '&');

type Jars = Map<string, Map<string, string>>;
type Asked = { url: string; body?: URLSearchParams };

/** One request of a browser without scripts, which keeps its cookies in jars. */
async function ask(jars: Jars, { url, body }: Asked) {
  const { origin } = new URL(url);
  const jar = jars.get(origin) ?? new Map<string, string>();
  jars.set(origin, jar);
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { cookie: [...jar].map((pair) => pair.join('=')).join('; '), ...(body && { origin }) },
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

/** Goes from the desk to the provider and back. Resolves to the desk's last answer, and to the forms that were filled in. */
async function signIn(
  desk: string,
  { user, email, password }: (typeof accounts)[number],
  jars: Jars = new Map(),
) {
  let forms = 0;
  let request: Asked = { url: `${desk}/sign-in/begin?goal=%2Fday` };
  for (let step = 0; step < 12; step += 1) {
    const { status, next, page } = await ask(jars, request);
    if (new URL(request.url).pathname === '/sign-in/done') return { status, next, page, forms };
    if (next) request = { url: new URL(next, request.url).href };
    else {
      const action = plain(TOKENS.exec(page)?.[1] ?? '');
      if (!action) return { status, next, page, forms };
      forms += 1;
      const given = { username: user, login: email, password };
      request = { url: new URL(action, request.url).href, body: new URLSearchParams(given) };
    }
  }
  throw new Error('The provider does not come to an end.');
}

/** Signs out at the desk, and wherever that leads. Resolves to the desk's last address. */
async function signOut(desk: string, jars: Jars): Promise<string> {
  let request: Asked = { url: `${desk}/sign-out`, body: new URLSearchParams() };
  for (let step = 0; step < 6; step += 1) {
    const { next, page } = await ask(jars, request);
    const onward = next ?? plain(REFRESH.exec(page)?.[1] ?? '');
    if (!onward) return request.url;
    request = { url: new URL(onward, request.url).href };
  }
  throw new Error('The sign-out does not come to an end.');
}

async function answers(url: string): Promise<void> {
  for (let n = 0; n < 1_800; n += 1) {
    const found = await fetch(`${url}/.well-known/openid-configuration`).catch(() => undefined);
    if (found?.ok) return;
    await delay(1_000);
  }
  throw new Error(`Nothing answers at ${url}.`);
}

// Of the two, only Keycloak says how a session ends there: Dex lets the same person in again, without a form.
for (const [name, needs, start, formsAfterwards] of [
  ['Keycloak 26.7.3', 'mvn', keycloak, 1],
  ['Dex', 'go', dex, undefined],
] as const) {
  if (process.argv[2] && !name.toLowerCase().includes(process.argv[2].toLowerCase())) continue;
  if (spawnSync('which', [needs]).status !== 0) {
    console.log(`PASSED OVER: ${name} (there is no ${needs})`);
    continue;
  }
  await using folder = await mkdtempDisposable(`${tmpdir()}/provider-`);
  const deskPort = await freePort();
  const returnTo = `http://127.0.0.1:${deskPort}/sign-in/done`;
  const provider = await start({ folder: folder.path, port: await freePort(), returnTo });
  const deskWith = (DESK_OIDC_ISSUER: string) =>
    openServedDesk({
      ...{ DESK_PORT: String(deskPort), DESK_OIDC_ISSUER, ...provider.settings },
      ...{ DESK_OIDC_CLIENT_ID: CLIENT.id, DESK_OIDC_CLIENT_SECRET: CLIENT.secret },
    });
  try {
    await answers(provider.issuer);
    const [grace, bob] = accounts;
    {
      await using desk = await deskWith(provider.issuer);
      assert.equal(await desk.container.get(tokens.identityProvider).problem?.(), undefined);
      const jars: Jars = new Map();
      const inside = await signIn(desk.origin, grace, jars);
      assert.deepEqual([inside.status, inside.next], [302, '/day'], inside.page);
      const [person] = await desk.operator.listPeople();
      assert.deepEqual([person?.role, person?.email], ['sales', grace.email]);
      assert.equal(await signOut(desk.origin, jars), `${desk.origin}/sign-in?out`);
      const again = await signIn(desk.origin, grace, jars);
      if (formsAfterwards !== undefined) assert.equal(again.forms, formsAfterwards, again.page);
      const outside = await signIn(desk.origin, bob);
      assert.equal(outside.status, 403);
      assert.match(outside.page, /No role/);
      assert.match(desk.log(), /gives it no role/);
    }
    await using wrong = await deskWith(`${provider.issuer}/`);
    const said = await wrong.container.get(tokens.identityProvider).problem?.();
    assert.equal(
      said,
      `DESK_OIDC_ISSUER has to be what the provider calls itself, for one organisation alone: ${provider.issuer}`,
    );
    assert.match(
      (await signIn(wrong.origin, grace)).page,
      /DESK_OIDC_ISSUER has to be what the provider calls itself/,
    );
    console.log(`works: ${name}`);
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
