import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { linkTo, type StoreLink } from '../../suites/store-link.ts';

/** Answers with what it hears. */
const store = createServer((socket) => socket.on('error', () => {}).pipe(socket));
let link: StoreLink;
beforeEach(async () => {
  await once(store.listen(0, '127.0.0.1'), 'listening');
  link = await linkTo((store.address() as AddressInfo).port);
});
afterEach(() => {
  link.close();
  store.close();
});

/** A connection through the link, and all that it hears of. */
function connection() {
  const heard: string[] = [];
  const socket: Socket = connect(link.port, '127.0.0.1')
    .on('data', (bytes) => heard.push(`${bytes}`))
    .on('error', ({ code }: NodeJS.ErrnoException) => heard.push(code ?? ''))
    .on('close', () => heard.push('closed'));
  return { heard, say: (text: string) => socket.write(text) };
}

async function answered() {
  const one = connection();
  one.say('hello');
  await expect.poll(() => one.heard).toEqual(['hello']);
  return one;
}

it('a silent link keeps connections open and lets nothing through, and a mended one is new', async () => {
  const before = await answered();
  link.fallSilent();
  const during = connection();
  for (const { say } of [before, during]) say('anybody?');
  await pause(100);
  expect([before.heard, during.heard]).toEqual([['hello'], []]);

  link.mend();
  for (const { heard } of [before, during])
    await expect.poll(() => heard.slice(-2)).toEqual(['ECONNRESET', 'closed']);
  await answered();
});

it('a cut link resets every connection, from before and new ones, until it is mended', async () => {
  const before = await answered();
  link.cutOff();
  const during = connection();
  for (const { heard } of [before, during])
    await expect.poll(() => heard.slice(-2)).toEqual(['ECONNRESET', 'closed']);
  link.mend();
  await answered();
});
