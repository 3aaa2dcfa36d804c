import { expect, it } from 'vitest';
import { InMemoryTickets } from '../../../src/adapters/outbound/in-memory/in-memory-tickets.ts';
import { makeDeskAccess } from '../../../src/application/desk/desk-access.ts';
import { ProviderFailed } from '../../../src/application/ports/outbound/identity-provider.ts';
import type { DeskRole } from '../../../src/domain/desk-role.ts';
import { inMemoryOperator, minutes } from '../../support/in-memory-operator.ts';

const [issuer, email] = ['https://id.example.com', 'grace@example.com'];

/** An identity provider that knows one person, as the one beyond a network would answer. */
const provider = (role: DeskRole | undefined) => ({
  begin: async (returnTo: string) => ({
    ...{ url: `https://id.example.com/?to=${returnTo}`, state: 's', proof: 'p' },
  }),
  finish: async (address: string, proof: string) => {
    if (address !== 'back' || proof !== 'p') throw new ProviderFailed('It does not fit.');
    return { name: 'Grace', email, issuer, account: 'id-of-grace', role };
  },
});

function atDesk(role?: DeskRole) {
  const parts = inMemoryOperator();
  const tickets = new InMemoryTickets(parts.clock);
  const access = makeDeskAccess({ ...parts.ports, tickets, identityProvider: provider(role) });
  const actions = () => parts.audit.kept.map(({ action, by, on, outcome }) => [action, by, on, outcome]);
  return { ...parts, tickets, access, actions };
}

it('a link lets its holder in once, and the session is theirs', async () => {
  const { access, actions } = atDesk();
  const { link } = await access.makeLink({ name: ' Grace ', role: 'sales', by: 'root' });
  for (let n = 0; n < 2; n += 1)
    expect(await access.lookAtLink(link)).toEqual({ name: 'Grace', role: 'sales' });
  const opened = await Promise.allSettled([access.openLink(link), access.openLink(link)]);
  expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const [{ value: session }] = opened.filter((each) => each.status === 'fulfilled') as [
    PromiseFulfilledResult<Awaited<ReturnType<typeof access.openLink>>>,
  ];
  expect(await access.session(session.text)).toMatchObject({ name: 'Grace', role: 'sales' });
  expect(await access.session(link)).toBeUndefined();
  for (const spent of [link, session.text])
    for (const use of [access.openLink, access.lookAtLink])
      await expect(use(spent)).rejects.toThrow('used before');
  expect(actions()).toEqual([
    ['desk.link', 'root', session.person, 'done'],
    ['desk.sign-in', 'Grace', session.person, 'done'],
  ]);
});

it('a link ends after five minutes, a session after twelve hours, or when it is ended', async () => {
  const { access, time } = atDesk();
  const { link } = await access.makeLink({ name: 'Grace', role: 'admin', by: 'root' });
  time.now += minutes(5);
  await expect(access.openLink(link)).rejects.toThrow('used before or has expired');

  const open = async () =>
    access.openLink((await access.makeLink({ name: 'Grace', role: 'admin', by: 'root' })).link);
  const [lasting, ended, other] = [await open(), await open(), await open()];
  await access.endSession(ended.text);
  expect(await access.session(ended.text)).toBeUndefined();
  time.now += minutes(12 * 60) - 1;
  expect(await access.session(lasting.text)).toBeDefined();
  expect(await access.endSessionsOf({ name: 'Grace', by: 'root' })).toBe(2);
  expect([await access.session(lasting.text), await access.session(other.text)]).toEqual([
    undefined,
    undefined,
  ]);

  const last = await open();
  time.now += minutes(12 * 60);
  expect(await access.session(last.text)).toBeUndefined();
});

it('the identity provider’s answer counts once, for the browser that began', async () => {
  const { access, time } = atDesk('viewer');
  const begun = await access.beginSignIn({ returnTo: 'back', goal: '/report' });
  await expect(access.finishSignIn({ signIn: 'another', address: 'back' })).rejects.toThrow('not begun here');
  expect(begun.state).toBe('s');
  const arrival = await access.finishSignIn({ signIn: begun.text, address: 'back' });
  expect(arrival).toMatchObject({ session: { name: 'Grace', role: 'viewer' }, goal: '/report' });
  await expect(access.finishSignIn({ signIn: begun.text, address: 'back' })).rejects.toThrow(
    'not begun here',
  );

  const late = await access.beginSignIn({ returnTo: 'back', goal: '/' });
  time.now += minutes(10);
  await expect(access.finishSignIn({ signIn: late.text, address: 'back' })).rejects.toThrow('ten minutes');
  const forged = await access.beginSignIn({ returnTo: 'back', goal: '/' });
  await expect(access.finishSignIn({ signIn: forged.text, address: 'forged' })).rejects.toMatchObject({
    reason: 'sign-in-failed',
    message: 'It does not fit.',
  });
});

it('an account without a role is told so, and only a digest of any ticket is kept', async () => {
  const { access, tickets, actions, ports } = atDesk();
  const { text } = await access.beginSignIn({ returnTo: 'back', goal: '/' });
  expect(await tickets.find(text)).toBeUndefined();
  expect(await access.finishSignIn({ signIn: text, address: 'back' })).toEqual({
    session: undefined,
    account: 'Grace (grace@example.com)',
    goal: '/',
  });
  expect(actions()).toEqual([]);
  expect(await ports.people.all()).toEqual([]);
});
