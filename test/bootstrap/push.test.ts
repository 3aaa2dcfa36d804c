import { expect, it } from 'vitest';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { newPushKeys } from '../../src/operators/adapters/outbound/webhooks/push-keys.ts';
import { jsonHere, serverHere } from '../support/in-process.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { pushService } from '../support/push-service.ts';
import { sendLead } from '../support/receiver.ts';
import { freshFile } from '../support/sqlite-file.ts';

const { publicKey: PUSH_PUBLIC_KEY, privateKey: PUSH_PRIVATE_KEY } = newPushKeys();
const keys = { PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY, PUSH_SUBJECT: 'mailto:it@example.com' };
const usual = { API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent', DESK_PORT: '0' };

/** A browser at the desk, which keeps its cookies. */
async function browserAt({ container, parts }: Awaited<ReturnType<typeof serverHere>>, name: string) {
  const url = parts.desk?.url ?? '';
  const cookies = new Map<string, string>();
  async function ask(path: string, form?: Record<string, string>): Promise<string> {
    const headers = { origin: new URL(url).origin, cookie: [...cookies.values()].join('; ') };
    const posted = form && { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(new URL(path, url), { ...posted, headers, redirect: 'manual' });
    for (const cookie of answer.headers.getSetCookie())
      cookies.set(cookie.split('=', 1).join(), cookie.split(';', 1).join());
    return answer.text();
  }
  async function signIn(as = name) {
    const { link } = await container.get(tokens.deskAccess).makeLink({ name: as, role: 'sales', by: 'test' });
    await ask(`/link/${link}`, {});
  }
  await signIn();
  return { ask, signIn };
}

async function tellsDevices(store: Record<string, string>): Promise<void> {
  const env = { ...usual, ...keys, ...store, PUSH_SHOWS: 'summary' };
  await using server = await serverHere(env);
  const service = await pushService();
  const [ada, bob] = [service.subscribe('ada'), service.subscribe('bob')];
  const [adas, bobs] = [await browserAt(server, 'Ada'), await browserAt(server, 'Bob')];
  expect(await adas.ask('/day')).toContain(`data-push="${PUSH_PUBLIC_KEY}"`);
  await adas.ask('/day/tell', { ...ada.form, leads: 'ours', promises: 'on' });
  await bobs.ask('/day/tell', { ...bob.form, leads: 'none' });
  expect(await adas.ask('/day')).toContain('Tell me no more');

  const tag = await sendLead(server.url);
  const body = '2024 Volvo FH16 · sales · Acme Motors';
  await expect.poll(() => ada.shown).toEqual([{ tag, title: 'A new lead', body, isNews: true }]);
  await jsonHere(['lead', 'move', tag, 'quoted'], env);
  await expect.poll(() => ada.shown[1]).toEqual({ tag, isNews: false });

  service.forget('ada');
  await sendLead(server.url);
  const kept = () => server.container.get(tokens.subscriptions).all();
  await expect.poll(async () => (await kept()).map(({ endpoint }) => endpoint)).toEqual([bob.form.endpoint]);
  expect(bob.shown, 'Bob wants no new leads').toEqual([]);
}

it.skipIf(noMongodb)(
  'people are told of a lead on their devices, and no more once it is answered',
  async () => tellsDevices({ MONGODB_URI: await emptyDatabase() }),
);

it('also of those in a file', async () => {
  const { path: DATA_FILE, file, close } = freshFile();
  await file.write(() => {}); // the first command finds one
  await tellsDevices({ DATA_FILE });
  await close();
});

it('a device tells until its person leaves it, and goes on when they come back', async () => {
  await using server = await serverHere({ ...usual, ...keys });
  const { form } = (await pushService()).subscribe('ada');
  const kept = () => server.container.get(tokens.subscriptions).all();
  const { endSessions, handOver } = server.container.get(tokens.operator);
  const { ask, signIn } = await browserAt(server, 'Ada');
  const ends: Record<string, () => Promise<unknown>> = {
    'told no more': () => ask('/day/tell-no-more', {}),
    'signed out': () => ask('/sign-out', {}),
    'another person': () => signIn('Bob'),
    'one session ended': async () =>
      endSessions({ person: 'Ada', only: (await kept()).map(({ session }) => session).join(), by: 'root' }),
    'all ended': () => endSessions({ person: 'Ada', by: 'root' }),
    left: () => handOver({ person: 'Ada', to: undefined, endSessions: true, by: 'root' }),
  };
  for (const [why, end] of Object.entries(ends)) {
    await signIn();
    await ask('/day/tell', { ...form, leads: 'all' });
    const [before] = await kept();
    await signIn();
    expect(await kept(), why).toEqual([
      { ...before, session: expect.not.stringMatching(`${before?.session}`) },
    ]);
    await end();
    expect(await kept(), why).toEqual([]);
  }
  await signIn();
  expect(await ask('/day/tell', { ...form, endpoint: 'http://10.0.0.1/' })).toContain('not a public one');
});

it('without keys, nothing of it is there', async () => {
  await using server = await serverHere(usual);
  const { ask } = await browserAt(server, 'Ada');
  expect(await ask('/day')).not.toMatch(/data-push|manifest/);
  expect(await ask('/day/tell', {})).toContain('Nobody is told on devices here.');
});
