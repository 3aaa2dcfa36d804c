import { expect, it } from 'vitest';
import { tokens } from '../../src/bootstrap/tokens.ts';
import { newPushKeys } from '../../src/operators/adapters/outbound/push/push-keys.ts';
import type { DeskRole } from '../../src/operators/domain/work/desk-role.ts';
import { jsonHere, serverHere } from '../support/in-process.ts';
import { emptyDatabase, noMongodb } from '../support/mongodb.ts';
import { pushService } from '../support/push-service.ts';
import { sendLead } from '../support/receiver.ts';
import { freshFile } from '../support/sqlite-file.ts';

const { publicKey: PUSH_PUBLIC_KEY, privateKey: PUSH_PRIVATE_KEY } = newPushKeys();
const keys = { PUSH_PUBLIC_KEY, PUSH_PRIVATE_KEY, PUSH_SUBJECT: 'mailto:it@example.com' };
const usual = { API_KEYS: 'acme:sesame', LOG_LEVEL: 'silent', DESK_PORT: '0' };

type Server = Awaited<ReturnType<typeof serverHere>>;

/** A browser at the desk, which keeps its cookies. */
async function browserAt({ container, parts }: Server, name: string, role: DeskRole = 'sales') {
  const url = parts.desk?.url ?? '';
  const cookies = new Map<string, string>();
  const ask = async (path: string, form?: Record<string, string>) => {
    const answer = await fetch(new URL(path, url), {
      ...{ redirect: 'manual', method: form ? 'POST' : 'GET', body: form && new URLSearchParams(form) },
      headers: { origin: new URL(url).origin, cookie: [...cookies].map((each) => each.join('=')).join('; ') },
    } as RequestInit);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/expires=thu, 01 jan 1970/i.test(cookie)) cookies.delete(key);
      else cookies.set(key, value);
    }
    return { status: answer.status, text: await answer.text() };
  };
  const signIn = async (as = name) => {
    const { link } = await container.get(tokens.deskAccess).makeLink({ name: as, role, by: 'test' });
    await ask(`/link/${link}`, {});
  };
  await signIn();
  return { ask, signIn, cookies };
}

async function tellsDevices(store: Record<string, string>): Promise<void> {
  const env = { ...usual, ...keys, ...store, PUSH_SHOWS: 'summary' };
  await using server = await serverHere(env);
  const service = await pushService();
  const kept = () => server.container.get(tokens.subscriptions).all();
  const [ada, bob] = [service.subscribe('ada'), service.subscribe('bob')];
  const [adas, bobs] = [await browserAt(server, 'Ada'), await browserAt(server, 'Bob')];
  expect((await adas.ask('/day')).text).toContain(`data-push="${PUSH_PUBLIC_KEY}"`);
  await adas.ask('/day/tell', { ...ada.form, leads: 'ours', promises: 'on' });
  await bobs.ask('/day/tell', { ...bob.form, leads: 'none' });
  expect((await adas.ask('/day')).text).toContain('Tell me no more');

  const leadId = await sendLead(server.url, {
    vehicle_year: '2021',
    vehicle_make: 'Kia',
    vehicle_model: 'EV6',
  });
  await expect.poll(() => ada.shown).toHaveLength(1);
  expect(ada.shown[0]).toMatchObject({ tag: leadId, title: 'A new lead', isNews: true });
  expect(ada.shown[0]?.body).toMatch(/^2021 Kia EV6 · \w+ · /);
  await bobs.ask(`/leads/${leadId}/log`, { kind: 'reached' });
  await jsonHere(['lead', 'move', leadId, 'quoted'], env);
  await expect.poll(() => ada.shown).toHaveLength(2);
  expect(ada.shown[1], 'a colleague has answered').toEqual({ tag: leadId, isNews: false });

  service.forget('ada');
  await sendLead(server.url);
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
  const service = await pushService();
  const kept = () => server.container.get(tokens.subscriptions).all();
  const operator = server.container.get(tokens.operator);
  const [ada] = [service.subscribe('ada')];
  const browser = await browserAt(server, 'Ada');
  const tell = () => browser.ask('/day/tell', { ...ada.form, leads: 'all' });
  const ends: Record<string, () => Promise<unknown>> = {
    'told no more': () => browser.ask('/day/tell-no-more', {}),
    'signed out': () => browser.ask('/sign-out', {}),
    'another person': () => browser.signIn('Bob'),
    'this session ended': async () =>
      operator.endSessions({ person: 'Ada', only: (await kept())[0]?.session ?? '', by: 'root' }),
    'sessions ended': () => operator.endSessions({ person: 'Ada', by: 'root' }),
    left: () => operator.handOver({ person: 'Ada', to: undefined, endSessions: true, by: 'root' }),
  };
  for (const [why, end] of Object.entries(ends)) {
    await browser.signIn();
    await tell();
    const [before] = await kept();
    await browser.signIn();
    expect(await kept(), why).toMatchObject([{ id: before?.id, person: before?.person }]);
    expect((await kept())[0]?.session, 'it belongs to the new session').not.toBe(before?.session);
    await end();
    expect(await kept(), why).toEqual([]);
  }
  await browser.signIn();
  const inside = { ...ada.form, endpoint: 'http://10.0.0.1/' };
  expect((await browser.ask('/day/tell', inside)).text).toContain('not a public one');
  expect(await kept()).toEqual([]);
});

it('without keys, nothing of it is there', async () => {
  await using server = await serverHere(usual);
  const browser = await browserAt(server, 'Ada');
  expect((await browser.ask('/day')).text).not.toMatch(/data-push|manifest/);
  const { form } = (await pushService()).subscribe('ada');
  expect((await browser.ask('/day/tell', form)).status).toBe(409);
});
