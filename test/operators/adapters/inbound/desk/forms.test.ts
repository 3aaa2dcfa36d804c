import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openServedDesk } from '../../../../support/served-desk.ts';

let desk: Awaited<ReturnType<typeof openServedDesk>>;
beforeAll(async () => {
  desk = await openServedDesk();
});
afterAll(() => desk[Symbol.asyncDispose]());

/** Asks on one connection, which is kept. */
function connection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (method: string, path: string, cookie: string, body?: string) =>
    new Promise<{ status: number | undefined; isKept: boolean; page: string }>((resolve, reject) => {
      const headers = { cookie, origin: desk.origin, 'content-type': 'application/x-www-form-urlencoded' };
      const sent = request(`${desk.origin}${path}`, { method, headers, agent, timeout: 5_000 });
      sent.on('response', async (answer: IncomingMessage) => {
        const page = await text(answer);
        resolve({ status: answer.statusCode, isKept: sent.reusedSocket, page });
      });
      sent.on('timeout', () => sent.destroy(new Error('no answer')));
      sent.on('error', reject);
      sent.end(body);
    });
}

it.each([
  ['has too many bytes', `rows=${'x'.repeat(1_100_000)}`],
  ['has far too many bytes', `rows=${'x'.repeat(8_000_000)}`],
  ['has too many fields', 'a&'.repeat(495_000)],
])('after a form that %s, the next page on that connection is answered', async (_what, body) => {
  const ask = connection();
  const cookie = await desk.cookie();
  await ask('GET', '/', cookie);
  expect(await ask('POST', '/leads/move', cookie, body)).toMatchObject({ status: 413, isKept: true });
  expect(await ask('GET', '/', cookie)).toMatchObject({ status: 200 });
});

it('a form of many fields costs no more than one of as many bytes', async () => {
  const ask = connection();
  const cookie = await desk.cookie();
  const cost = async (body: string) => {
    const before = process.cpuUsage();
    await ask('POST', '/leads/move', cookie, body);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  const one = await cost(`x=${'a'.repeat(990_000)}`);
  const many = await cost('a&'.repeat(495_000));
  console.log(`990 KB of one field: ${one.toFixed(0)} ms of CPU; of 495,000: ${many.toFixed(0)} ms`);
  expect(many).toBeLessThan(one + 500); // it was 3,900
});

it('after a change Links is led to an address that it has not shown before: it asks for no other again', async () => {
  const sent = { method: 'POST', headers: { cookie: await desk.cookie(), origin: desk.origin } };
  const to = async (agent: string, name: string) =>
    (
      await desk.ask('/vendors', {
        ...sent,
        body: `name=${name}`,
        headers: { ...sent.headers, 'user-agent': agent },
      })
    ).headers.location;
  expect(await to('Links (2.28; Linux; text)', 'One')).toMatch(/^\/vendors\/ven_\w+\?at=\d+$/);
  expect(await to('w3m/0.5.3', 'Two')).toMatch(/^\/vendors\/ven_\w+$/);
});

it('the name of the business is in the titles of pages, and on paper', async () => {
  await using named = await openServedDesk({ DESK_NAME: 'Blue & Sons' });
  const { body } = await named.ask('/', { headers: { cookie: await named.cookie() } });
  expect(body).toMatch(/<html lang="en" data-paper="Blue &#38; Sons · Inbox">/);
  expect(body).toMatch(/<title>Inbox · Blue &#38; Sons<\/title>/);
});

it('who may not send a form is told before it is read', async () => {
  const cookie = await desk.cookie('viewer');
  const ask = connection();
  expect(await ask('POST', '/leads/move', cookie, 'x'.repeat(3_000_000))).toMatchObject({ status: 403 });
  expect(await ask('GET', '/', cookie)).toMatchObject({ status: 200 });
});

it('of rows that are malformed a hundred are told, and all are given back', async () => {
  const ask = connection();
  const { status, page } = await ask(
    'POST',
    '/leads/move',
    await desk.cookie(),
    `rows=${'x%0A'.repeat(9_999)}`,
  );
  expect([status, page.match(/<li>Line/g)?.length]).toEqual([409, 100]);
  expect(page).toContain('And 9,899 more.');
  expect(page.match(/\nx/g)?.length).toBeGreaterThan(9_900);
});

it('more than ten thousand rows are refused, and none is moved', async () => {
  const ask = connection();
  desk.calls.length = 0;
  const { status, page } = await ask(
    'POST',
    '/leads/move',
    await desk.cookie(),
    `rows=${'x,won%0A'.repeat(10_001)}`,
  );
  expect([status, desk.calls.includes('moveLeads')]).toEqual([409, false]);
  expect(page).toContain('At most 10,000 rows can be moved at once');
});

it('eight forms of malformed rows at once are no burden', async () => {
  const cookie = await desk.cookie();
  const body = `rows=${'x%0A'.repeat(240_000)}`;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const before = process.memoryUsage().rss;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => connection()('POST', '/leads/move', cookie, body)),
  );
  clearInterval(watch);
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(409));
  const grown = (Math.max(most, process.memoryUsage().rss) - before) / 1_000_000;
  console.log(`Eight forms of 960 KB of malformed rows: ${grown.toFixed(0)} MB more`);
  expect(grown).toBeLessThan(400); // it was 1,600
});
