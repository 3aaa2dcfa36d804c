import { expect, it } from 'vitest';
import { sha256 } from '../../../../../src/adapters/outbound/runtime/runtime.ts';
import { tokens } from '../../../../../src/bootstrap/tokens.ts';
import { type Asked, openServedDesk } from '../../../../support/served-desk.ts';

const host = 'desk.example.com';
const textIn = (page: string, label: string) =>
  new RegExp(`<label class="above">${label}\\n<(?:input[^>]* value="|textarea[^>]*>\\n)([^"<]*)`).exec(
    page,
  )?.[1] ?? '';

async function openDesk() {
  const desk = await openServedDesk({
    DESK_URL: `https://${host}`,
    SANDBOX_URL: 'https://sandbox.example.com/v1',
  });
  const vendor = (await desk.operator.addVendor({ name: 'Blue Motors', by: 'test' })).id;
  const cookie = (await desk.cookie()).replace('desk=', '__Host-desk=');
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: `https://${host}` };
  const ask = (path: string, asked: Asked = {}) =>
    desk.ask(path, { ...asked, headers: { ...(asked.method && form), host, ...asked.headers } });
  const issue = async (body = 'days=90') => {
    const headers = { ...form, cookie };
    return (await ask(`/vendors/${vendor}/keys`, { method: 'POST', headers, body })).body;
  };
  return { ...desk, [Symbol.asyncDispose]: desk[Symbol.asyncDispose], vendor, ask, issue };
}

it('a new key comes with a message whose link shows it once, to whoever opens it', async () => {
  await using desk = await openDesk();
  const page = await desk.issue();
  const [key, message] = [textIn(page, 'Key'), textIn(page, '<span id="message">A message[^\\n]*')];
  expect(key).toMatch(/^lead_test_\w+$/);
  expect(message).not.toContain(key);
  expect(message).toContain(
    'Leads go to https://sandbox.example.com/v1/lead, with the key in the header x-api-key.',
  );
  expect(message).toContain('How to send them: https://sandbox.example.com/docs');
  const [, link = ''] = /https:\/\/desk\.example\.com(\/link\/\w{43}) *\n/.exec(message) ?? [];
  const kept = await desk.container.get(tokens.tickets).find(sha256(link.slice(6)));
  expect([kept?.kind, JSON.stringify(kept).includes(key)]).toEqual(['key', false]);

  const looked = await desk.ask(link); // as the preview of a chat does
  expect([
    looked.status,
    looked.body.includes('A key for <bdi>Blue Motors'),
    looked.body.includes(key),
  ]).toEqual([...[200, true, false]]);
  const opened = await desk.ask(link, { method: 'POST' });
  expect([opened.status, textIn(opened.body, 'Key'), opened.cookies]).toEqual([200, key, []]);
  expect(opened.headers['cache-control']).toBe('no-store');
  for (const method of ['GET', 'POST']) {
    const again = await desk.ask(link, { method });
    expect([again.status, again.body.includes(key)]).toEqual([401, false]);
    expect(again.body).toContain('used before or has expired');
  }
  const actions = (await desk.operator.readAudit({ limit: 9 })).map(({ action, by }) => [action, by]);
  expect(actions.slice(0, 3)).toEqual([
    ['key.open', 'whoever has the link'],
    ['key.share', 'Grace'],
    ['key.issue', 'Grace'],
  ]);
});

it('the link works for a week, signs nobody in, and a link of a person shows no key', async () => {
  await using desk = await openDesk();
  const [, link = ''] = /(\/link\/\w{43})/.exec(await desk.issue()) ?? [];
  await expect(desk.access.openLink(link.slice(6))).rejects.toMatchObject({ reason: 'sign-in-failed' });
  const { link: person } = await desk.access.makeLink({ name: 'Ada', by: 'test' });
  await expect(desk.access.openKey(person)).rejects.toMatchObject({ reason: 'sign-in-failed' });
  const [, other = ''] = /(\/link\/\w{43})/.exec(await desk.issue()) ?? [];
  desk.time.passed = 7 * 86_400_000;
  expect((await desk.ask(other, { method: 'POST' })).status).toBe(401);
});

it('a key that works no more is not shown: its link says so', async () => {
  await using desk = await openDesk();
  const [, link = ''] = /(\/link\/\w{43})/.exec(await desk.issue()) ?? [];
  const [account] = await desk.operator.listVendors();
  await desk.operator.revokeKey({ keyId: account?.keys[0]?.id ?? '', by: 'test' });
  for (const method of ['GET', 'POST', 'GET']) {
    const { status, body } = await desk.ask(link, { method });
    expect([status, body.includes('The key of this link is revoked: ask for another.')]).toEqual([409, true]);
    expect(body).not.toMatch(/Show the key|lead_test_/);
  }
  await expect(desk.access.openKey(link.slice(6))).rejects.toMatchObject({ reason: 'key-not-active' });
});

it('how long a key works is chosen, a year at first', async () => {
  await using desk = await openDesk();
  expect(await desk.issue('')).toContain('Choose how long the key works.');
  await desk.issue('days=endless');
  const [account] = await desk.operator.listVendors();
  expect(account?.keys.map(({ expires }) => expires)).toEqual([undefined]);
});

it('at a desk that nobody else reaches, the key goes by another way', async () => {
  await using desk = await openServedDesk();
  const vendor = (await desk.operator.addVendor({ name: 'Blue Motors', by: 'test' })).id;
  const { body } = await desk.ask(`/vendors/${vendor}/keys`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: desk.origin,
      cookie: await desk.cookie(),
    },
    body: 'days=90',
  });
  const message = textIn(body, '<span id="message">A message[^\\n]*');
  expect(message).toContain(
    'You get the key for sending us leads in a message of its own.\nThe key works until ',
  );
  expect(message).not.toMatch(/\/link\/|lead_test_/);
  expect(desk.calls).not.toContain('shareKey');
});
