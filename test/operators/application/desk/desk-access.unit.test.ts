import { describe, expect, it } from 'vitest';
import { EmailAddress } from '../../../../src/domain/email-address.ts';
import { makeDeskAccess } from '../../../../src/operators/application/desk/desk-access.ts';
import { makeOperatorUseCases } from '../../../../src/operators/application/operator.ts';
import {
  type Identity,
  ProviderFailed,
} from '../../../../src/operators/application/ports/outbound/identity-provider.ts';
import type { DeskRole } from '../../../../src/operators/domain/work/desk-role.ts';
import type { Person } from '../../../../src/operators/domain/work/person.ts';
import { inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const [issuer, email] = ['https://id.example.com', 'grace@example.com'];

/** An identity provider that knows one person, as the one beyond a network would answer. */
const provider = (role: DeskRole | undefined, says: Partial<Identity> = {}) => ({
  begin: async (returnTo: string) => ({
    ...{ url: `https://id.example.com/?to=${returnTo}`, state: 's', proof: 'p' },
  }),
  finish: async (address: string, proof: string) => {
    if (address !== 'back' || proof !== 'p') throw new ProviderFailed('It does not fit.');
    return { name: 'Grace', email, isEmailVerified: true, issuer, account: 'id-of-grace', role, ...says };
  },
  async endOfSession({ hint, returnTo }: { readonly hint: string | undefined; readonly returnTo: string }) {
    if (returnTo === 'down') throw new ProviderFailed('It does not answer.');
    return `https://id.example.com/end?hint=${hint}`;
  },
});

function atDesk(role?: DeskRole, says?: Partial<Identity>) {
  const parts = inMemoryOperator();
  const { tickets } = parts;
  const access = makeDeskAccess({ ...parts.ports, tickets, identityProvider: provider(role, says) });
  const actions = () => parts.audit.kept.map(({ action, by, on, outcome }) => [action, by, on, outcome]);
  const signIn = async () => {
    const { text } = await access.beginSignIn({ returnTo: 'back', goal: '/' });
    return (await access.finishSignIn({ signIn: text, address: 'back' })).session;
  };
  const open = async (name: string) =>
    access.openLink((await access.makeLink({ name, role: 'sales', by: 'root' })).link);
  const operator = makeOperatorUseCases({ ...parts.ports, tickets });
  return { ...parts, operator, tickets, access, actions, signIn, open };
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

describe('signing out', () => {
  const out = { returnTo: 'back', state: 'out' };

  it('ends the session here, and at the provider by a word that no copy of the store can read', async () => {
    const { signIn, access, tickets } = atDesk('sales', { sessionHint: 'word.of.provider' });
    const { text = '' } = (await signIn()) ?? {};
    expect(JSON.stringify(await tickets.sessions())).not.toContain('word');
    expect(await access.signOut({ text, ...out })).toBe('https://id.example.com/end?hint=word.of.provider');
    expect([await access.session(text), await tickets.sessions()]).toEqual([undefined, []]);
    expect(await access.signOut({ text, ...out }), 'a second time').toBeUndefined();
  });

  it('goes without the word if it is too long for an address', async () => {
    const { signIn, access } = atDesk('sales', { sessionHint: 'x'.repeat(6_001) });
    const { text = '' } = (await signIn()) ?? {};
    expect(await access.signOut({ text, ...out })).toBe('https://id.example.com/end?hint=undefined');
  });

  it('ends it here alone after a link, and while the provider does not answer', async () => {
    const { signIn, open, access, tickets } = atDesk('sales', { sessionHint: 'word' });
    const { text = '' } = (await signIn()) ?? {};
    expect(await access.signOut({ text: (await open('Ada')).text, ...out })).toBeUndefined();
    expect(await access.signOut({ text, ...out, returnTo: 'down' })).toBeUndefined();
    expect(await tickets.sessions()).toEqual([]);
  });
});

describe('a link by name', () => {
  it('makes nobody until it is opened, and then one person of that name', async () => {
    const { access, open, ports, operator } = atDesk();
    const { isNew } = await access.makeLink({ name: 'Grace', by: 'root' });
    expect([isNew, await ports.people.all()]).toEqual([true, []]);
    const first = await open('Grace');
    const second = await open('GRACE');
    expect(second.person).toBe(first.person);
    expect(await ports.people.all()).toMatchObject([{ name: 'Grace', role: 'sales' }]);
    expect((await access.makeLink({ name: 'grace', by: 'root' })).isNew).toBe(false);
    await expect(operator.addPerson({ name: 'Grace', by: 'root' })).rejects.toThrow('has this name');
  });

  it('is for whoever was added meanwhile, or signed in, by that name', async () => {
    const { access, operator, ports, clock } = atDesk();
    const linkFor = async (name: string) => (await access.makeLink({ name, by: 'root' })).link;
    const [grace, ada] = [await linkFor('Grace'), await linkFor('Ada')];
    const { id } = await operator.addPerson({ name: 'grace', by: 'root' });
    expect((await access.openLink(grace)).person).toBe(id);
    const account = { id: 'per_1', name: 'Ada', email, role: 'sales', seen: clock() } as const;
    await ports.people.keep(account);
    expect((await access.openLink(ada)).person).toBe('per_1');
    expect(await ports.people.all()).toHaveLength(2);
  });

  it('is refused for a name of two, also when it is opened, and for what can be no name', async () => {
    const { access, operator, ports, clock } = atDesk();
    const { link } = await access.makeLink({ name: 'Ada', by: 'root' });
    for (const id of ['per_1', 'per_2'])
      await ports.people.keep({ id, name: 'Ada', email: id, role: 'sales', seen: clock() });
    await expect(access.openLink(link)).rejects.toMatchObject({ reason: 'several-people' });
    await expect(access.makeLink({ name: 'Ada', by: 'root' })).rejects.toMatchObject({
      reason: 'several-people',
    });
    for (const name of ['nobody', 'Me', 'tok_1'])
      await expect(access.makeLink({ name, by: 'root' })).rejects.toMatchObject({
        reason: 'invalid-person-name',
      });
    const unknown = `per_${'9'.repeat(32)}`;
    await expect(access.makeLink({ name: unknown, by: 'root' })).rejects.toMatchObject({
      reason: 'unknown-person',
    });
    expect(await operator.namePeople()).toHaveLength(2);
  });

  it('gives the role that is asked for, else the one that somebody has or was added with, else viewer', async () => {
    const { access, operator } = atDesk();
    await operator.addPerson({ name: 'Grace', role: 'sales', by: 'root' });
    const roleOf = async (name: string, role?: DeskRole) =>
      (await access.makeLink({ name, role, by: 'root' })).role;
    expect([await roleOf('Ada'), await roleOf('Grace'), await roleOf('Grace', 'admin')]).toEqual([
      ...['viewer', 'sales', 'admin'],
    ]);
    await access.openLink((await access.makeLink({ name: 'Grace', role: 'admin', by: 'root' })).link);
    expect(await roleOf('Grace'), 'who has a role keeps it').toBe('admin');
  });

  it('ends with the sessions of that name, unless nobody ever had it', async () => {
    const { access, open } = atDesk();
    const { link } = await access.makeLink({ name: 'Grace', by: 'root' });
    expect(await access.endSessionsOf({ name: 'grace', by: 'root' })).toBe(1);
    await expect(access.openLink(link)).rejects.toThrow('used before');
    await expect(access.endSessionsOf({ name: 'Grace', by: 'root' })).rejects.toMatchObject({
      reason: 'unknown-person',
    });
    await open('Grace');
    expect(await access.endSessionsOf({ name: 'Grace', by: 'root' })).toBe(1);
    expect(await access.endSessionsOf({ name: 'Grace', by: 'root' })).toBe(0);
  });
});

describe('a link made before', () => {
  it('lets nobody in who has left since, whatever the link was for, and one made after does', async () => {
    const { access, operator, time } = atDesk();
    await operator.addPerson({ name: 'Grace', role: 'admin', by: 'root' });
    const { link: invited } = await operator.invitePerson({ person: 'Grace', by: 'root' });
    const { link: made } = await access.makeLink({ name: 'Grace', by: 'root', term: minutes(60) });
    const { link: byName } = await access.makeLink({ name: 'Ada', role: 'admin', by: 'root' });
    await operator.addPerson({ name: 'Ada', by: 'root' });
    time.now += 1;
    for (const person of ['Grace', 'Ada'])
      for await (const _ of (await operator.handOver({ person, to: undefined, by: 'root' })).leads);
    for (const link of [invited, made, byName])
      for (const use of [access.lookAtLink, access.openLink])
        await expect(use(link)).rejects.toMatchObject({
          reason: 'sign-in-failed',
          message: expect.stringContaining('before its person left'),
        });
    time.now += 1;
    const { link: back } = await access.makeLink({ name: 'Grace', by: 'root' });
    expect(await access.openLink(back)).toMatchObject({ name: 'Grace', role: 'admin' });
  });

  it.each<[asked: DeskRole | undefined, before: DeskRole, now: DeskRole, given: DeskRole]>([
    [undefined, 'admin', 'viewer', 'viewer'],
    [undefined, 'viewer', 'admin', 'admin'],
    ['admin', 'sales', 'viewer', 'viewer'],
    ['sales', 'viewer', 'admin', 'sales'],
    ['viewer', 'admin', 'sales', 'viewer'],
    ['admin', 'viewer', 'viewer', 'admin'], // as it was made to
    ['viewer', 'admin', 'admin', 'viewer'],
  ])('for %s to somebody who was %s and is %s gives %s', async (role, before, now, given) => {
    const { access, operator } = atDesk();
    await operator.addPerson({ name: 'Grace', role: before, by: 'root' });
    const { link } = await access.makeLink({ name: 'Grace', role, by: 'root' });
    if (now !== before)
      await access.openLink((await access.makeLink({ name: 'Grace', role: now, by: 'root' })).link);
    expect(await access.lookAtLink(link)).toEqual({ name: 'Grace', role: given });
    expect(await access.openLink(link)).toMatchObject({ role: given });
    expect(await operator.listPeople()).toMatchObject([{ role: given }]);
  });

  it('by 0.4.0, which kept neither its time nor the role of then, gives the lesser as well', async () => {
    const { access, operator, tickets, ports, time } = atDesk();
    const { id } = await operator.addPerson({ name: 'Grace', role: 'sales', by: 'root' });
    const link = { kind: 'link', holder: id, name: 'Grace', role: 'admin' } as const;
    const expires = new Date(time.now + minutes(5));
    for (const text of ['one', 'two']) await tickets.keep({ ...link, digest: ports.digest(text), expires });
    expect(await access.openLink('one')).toMatchObject({ role: 'sales' });
    for await (const _ of (await operator.handOver({ person: id, to: undefined, by: 'root' })).leads);
    await expect(access.openLink('two')).rejects.toMatchObject({ reason: 'sign-in-failed' });
  });
});

it('a plan is taken once, for half an hour, by the person who was asked and where; it is no session', async () => {
  const { access, open, time } = atDesk();
  const { person } = await open('Grace');
  const asked = { person, at: '/leads/change' };
  const ask = () => access.keepPlan({ ...asked, plan: '["a"]' });
  const take = (text: string, given = {}) => access.takePlan({ ...asked, text, ...given });
  const text = await ask();
  expect(await access.session(text)).toBeUndefined();
  expect(await Promise.all([take(text), take(text)])).toEqual(expect.arrayContaining(['["a"]', undefined]));
  expect(await take(await ask(), { person: 'Ada' })).toBeUndefined();
  expect(await take(await ask(), { at: '/leads/move' })).toBeUndefined();
  const [open1, late] = [await ask(), await ask()];
  time.now += 30 * 60_000 - 1;
  expect(await take(open1)).toBe('["a"]');
  time.now += 1;
  expect(await take(late)).toBeUndefined();
  await ask();
  expect(await access.endSessionsOf({ name: 'Grace', by: 'root' }), 'a question is no session').toBe(1);
});

describe('an account that signs in', () => {
  const hers = EmailAddress.parse('GRACE@example.com');

  it('is whoever was added with its verified email: with the leads, and by both names', async () => {
    const { operator, submit, signIn, open, access, audit } = atDesk('sales', { name: 'Grace B. Hopper' });
    const { id } = await operator.addPerson({ name: 'Grace Hopper', email: hers, by: 'root' });
    await submit('a');
    await operator.assignLead({ leadId: 'a', to: 'Grace Hopper', by: 'root' });
    await open('Grace Hopper'); // by a link first: nothing is verified by that
    const session = await signIn();
    const person = session?.person ?? '';
    expect(person).not.toBe(id);
    for (const owner of ['Grace Hopper', 'Grace B. Hopper', id, person])
      expect((await operator.listLeads({ owner, limit: 9 })).leads, owner).toHaveLength(1);
    expect(await operator.listPeople()).toMatchObject([{ id: person, name: 'Grace B. Hopper', sessions: 2 }]);
    const [linked, again] = audit.kept.filter(({ action }) => action === 'person.link');
    expect(linked).toMatchObject({ on: id, to: person, byId: person, outcome: 'done' });
    await signIn();
    expect([again, (await operator.listPeople()).length]).toEqual([undefined, 1]);
    expect(await access.endSessionsOf({ name: 'Grace Hopper', by: 'root' })).toBe(3);
  });

  it.each([
    ['an email that is not verified', { isEmailVerified: false }],
    ['no email', { email: undefined }],
    ['another email', { email: 'grace@example.org' }],
  ])('is somebody else with %s, until an admin says who', async (_, says) => {
    const { operator, signIn } = atDesk('sales', says);
    const { id } = await operator.addPerson({ name: 'Grace', email: hers, by: 'root' });
    const { person = '' } = (await signIn()) ?? {};
    await expect(operator.listLeads({ owner: 'Grace', limit: 9 })).rejects.toMatchObject({
      reason: 'several-people',
    });
    await operator.linkPeople({ person: id, account: person, by: 'root' });
    await signIn();
    expect(await operator.listPeople()).toMatchObject([{ id: person, sessions: 2 }]);
  });

  it('is nobody whom only the provider, a link or a name alone made known', async () => {
    const { operator, signIn, ports, clock } = atDesk('sales');
    const other = { id: 'per_1', name: 'Mallory', email: 'grace@example.com', role: 'sales' } as const;
    await ports.people.keep({ ...other, seen: clock() }); // an account that chose this email
    const { person } = (await signIn()) ?? {};
    expect((await operator.listPeople()).map(({ id }) => id).sort()).toEqual(['per_1', person].sort());
  });

  it('is the first one with that email only', async () => {
    const says = { account: 'first' };
    const { operator, signIn } = atDesk('sales', says);
    await operator.addPerson({ name: 'Grace', email: hers, by: 'root' });
    await signIn();
    says.account = 'second';
    await signIn();
    expect(await operator.listPeople()).toHaveLength(2);
  });

  it('is who it was linked with, and changes its own record alone', async () => {
    const says = { name: 'Grace', account: 'old' };
    const { operator, signIn, ports, time } = atDesk('admin', says);
    const { person: old = '' } = (await signIn()) ?? {};
    Object.assign(says, { name: 'Grace King', account: 'new' });
    const { person: present = '' } = (await signIn()) ?? {};
    const link = operator.linkPeople({ person: old, account: present, by: 'root' });
    await expect(link, 'two who have both signed in').rejects.toMatchObject({ reason: 'person-taken' });
    const [one] = (await ports.people.all()).filter(({ id }) => id === old);
    await ports.people.keep({ ...one, is: present } as Person); // by 0.3.0
    time.now += minutes(1);
    Object.assign(says, { name: 'Grace Queen', account: 'old', role: 'sales' });
    expect(await signIn()).toMatchObject({ person: present, name: 'Grace King', role: 'sales' });
    const seen = new Date(time.now);
    expect(await operator.listPeople()).toMatchObject([
      { id: present, name: 'Grace King', role: 'sales', seen },
    ]);
    const records = await ports.people.all();
    expect(records.map(({ name }) => name).sort(), 'its own record alone').toEqual([
      'Grace King',
      'Grace Queen',
    ]);
    Object.assign(says, { name: 'Grace Duke', account: 'new', role: 'admin' });
    await signIn();
    expect(await operator.namePeople()).toMatchObject([{ id: present, name: 'Grace Duke' }]);
  });

  it('brings back whom it was linked with, if they had left', async () => {
    const { operator, signIn, ports, time } = atDesk('sales', { isEmailVerified: false });
    const { id } = await operator.addPerson({ name: 'Ada', by: 'root' });
    const { person = '' } = (await signIn()) ?? {};
    const [account] = (await ports.people.all()).filter((each) => each.id === person);
    await ports.people.keep({ ...account, is: id } as Person);
    time.now += minutes(1);
    await operator.handOver({ person: id, to: undefined, by: 'root' });
    expect((await operator.namePeople()).map(({ hasLeft }) => hasLeft)).toEqual([true]);
    time.now += minutes(1);
    await signIn();
    expect((await operator.namePeople()).map(({ hasLeft }) => hasLeft)).toEqual([false]);
  });

  it('has a name that others have, or that is reserved, and is then meant by what is told of it', async () => {
    const { operator, signIn } = atDesk('sales', { name: 'Nobody' });
    const { person } = (await signIn()) ?? {};
    const [named] = await operator.namePeople();
    expect(named?.name).toBe('Nobody (grace@example.com)');
    await expect(operator.listLeads({ owner: 'nobody', limit: 9 })).rejects.toThrow('means nobody');
    expect((await operator.endSessions({ person: named?.name ?? '', by: 'root' })).person.id).toBe(person);
  });
});
