import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { personName } from '../../../../../src/operators/domain/work/person.ts';
import { addDeal } from '../../../../support/added-leads.ts';
import { fieldsOf, signedIn } from '../../../../support/desk-forms.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';
import { freshDatabase, noMongodb } from '../../../../support/mongodb.ts';
import { plain, unescaped } from '../../../../support/plain-pages.ts';
import { openServedDesk } from '../../../../support/served-desk.ts';

const ids = ['ada', 'bob', 'cy'];

/** The cookie that offers to take moves back, and which these are. */
const undoOf = ({ cookies }: { readonly cookies: string }) => /undo=[^;]*/.exec(cookies)?.[0] ?? '';
const partsOf = (answer: { readonly cookies: string }) =>
  new URLSearchParams(undoOf(answer).slice('undo='.length)).get('parts') ?? '';
describe('a form says what its page showed', () => {
  it('so an exported list that is handed back undoes nobody’s work', async () => {
    const { get, post, operator, statusOf, time } = await signedIn();
    const exported = await get('/leads.csv');
    time.now += minutes(1);
    await operator.moveLead({ leadId: 'bob', to: 'Evaluation Scheduled', by: 'Eve' });
    await operator.moveLead({ leadId: 'cy', to: 'Quoted', by: 'Eve' });
    const edited = exported.replace('ada,In Progress', 'ada,Quoted').replace('cy,In Progress', 'cy,Won');
    const { status, page } = await post('/leads/move', [['rows', edited]]);
    expect(status).toBe(409);
    expect(plain(page)).toMatch(/1 lead moved: .ada.\. 1 lead stays as it is: .bob.\./);
    expect(plain(page)).toMatch(
      /\(cy\): Meanwhile Eve moved it to Quoted\. \((\d{4}-\d\d-\d\d )?\d\d:\d\d\)/,
    );
    expect(await Promise.all(ids.map(statusOf))).toEqual(['Quoted', 'Evaluation Scheduled', 'Quoted']);
  });

  it('so an old tab’s button moves nothing that a colleague has moved', async () => {
    const { get, post, operator, statusOf, time } = await signedIn();
    const tab = fieldsOf(await get('/leads/ada')).filter(([name]) => name === 'statusSince');
    const list = fieldsOf(await get('/'));
    time.now += minutes(1);
    await operator.moveLead({ leadId: 'ada', to: 'Evaluation Scheduled', by: 'Eve' });
    const late = await post('/leads/ada/move', [...tab, ['move', 'Quoted']]);
    expect([late.status, await statusOf('ada')]).toEqual([409, 'Evaluation Scheduled']);
    expect(plain(late.page)).toContain('Meanwhile Eve moved it to Evaluation Scheduled.');
    const ticked = list.filter(([name, value]) => name === 'seen' || value !== 'cy');
    const some = await post('/leads/change', [...ticked, ['move', 'Quoted']]);
    expect(plain(some.page)).toMatch(
      /Undo: .bob. back to In Progress.*1 of 2 leads stays as it is.*ada: Meanwhile Eve moved it/,
    );
    expect(await Promise.all(ids.map(statusOf))).toEqual(['Evaluation Scheduled', 'Quoted', 'In Progress']);
    // Whoever has read that may well move it.
    expect(
      (
        await post('/leads/ada/move', [
          ...fieldsOf(late.page).filter(([name]) => name === 'statusSince'),
          ['move', 'Quoted'],
        ])
      ).status,
    ).toBe(303);
  });

  it('so an owner whom a colleague named stays', async () => {
    const { get, post, operator, me } = await signedIn();
    const [tab, list] = [fieldsOf(await get('/leads/ada')), fieldsOf(await get('/'))];
    await operator.addPerson({ name: 'Eve', by: 'test' });
    await operator.assignLead({ leadId: 'ada', to: 'Eve', by: 'Eve' });
    const late = await post('/leads/ada/assign', [...tab.filter(([name]) => name === 'from'), ['owner', me]]);
    expect([late.status, plain(late.page)]).toEqual([409, expect.stringContaining('Eve became its owner')]);
    const some = await post('/leads/change', [...list, ['assign', 'me']]);
    expect(plain(some.page)).toMatch(/1 of 3 leads stay.*ada: Meanwhile Eve became its owner/);
    const people = await operator.namePeople();
    const owners = (await operator.listLeads({ limit: 9 })).leads.map(({ owner = '' }) =>
      personName(owner, people),
    );
    expect(owners).toEqual(['Eve', 'Grace', 'Grace']);
  });

  it('and what it says is read or refused', async () => {
    const { post, statusOf } = await signedIn();
    const since = await post('/leads/ada/move', [
      ['move', 'Won'],
      ['statusSince', 'yesterday'],
    ]);
    const seen = await post('/leads/change', [
      ['move', 'Quoted'],
      ['lead', 'ada'],
      ['seen', 'ada'],
    ]);
    expect([since.status, plain(since.page)]).toEqual([
      409,
      expect.stringContaining('Use a form such as 2026-05-01'),
    ]);
    expect(seen.status).toBe(400);
    const why = await post('/leads/ada/move', [
      ['move', 'Lost'],
      ['lostReason', 'gone'], // it was taken out of the settings while the page was open
    ]);
    expect([why.status, plain(why.page)]).toEqual([409, expect.stringContaining('no such lost reason')]);
    const won = await post('/leads/ada/log', [
      ['move', 'Won'],
      ['lostReason', 'price'], // Lynx ticks the first reason by itself
    ]);
    expect([won.status, await statusOf('ada')]).toEqual([303, 'Won']);
  });
});

it('many leads that are moved or taken at once say how many are colleagues’', async () => {
  const { get, post, operator } = await signedIn();
  await operator.addPerson({ name: 'Eve', role: 'sales', by: 'test' });
  await operator.assignLead({ leadId: 'bob', to: 'Eve', by: 'test' });
  const ticked = async () => fieldsOf(await get('/'));
  const moved = await post('/leads/change', [...(await ticked()), ['move', 'Quoted']]);
  expect(moved.said).toMatch(/^3 leads moved to Quoted: .cy., .bob., .ada.\. 1 is a colleague’s\.$/);
  const given = await post('/leads/change', [...(await ticked()), ['assign', 'nobody']]);
  expect(given.said).toMatch(/ assigned to nobody: .*\. 1 was a colleague’s\.$/);
});

it('what was moved is taken back where it still stands, however many they are', async () => {
  const { get, post, operator, statusOf, time } = await signedIn();
  const list = await post('/leads/change', [...fieldsOf(await get('/')), ['move', 'Quoted']]);
  expect(list.said).toMatch(/^3 leads moved to Quoted: .cy., .bob., .ada.\.$/);
  time.now += 1_000;
  await operator.moveLead({ leadId: 'bob', to: 'Won', by: 'Eve' });
  const { at } = (await operator.readAudit({ limit: 9 })).find(({ on }) => on === 'ada') ?? {};
  const page = await get('/', undoOf(list));
  expect(plain(page)).toMatch(/Undo: 3 leads back to In Progress: .cy., .bob., .ada./);
  expect(partsOf(list)).toBe(`${at?.getTime()}.3`);
  const undone = await post('/leads/undo', [['parts', partsOf(list)]]);
  expect(undone.page).not.toContain('Undo: ');
  expect(plain(undone.page)).toMatch(/2 leads moved back: .ada., .cy.\..*bob: Meanwhile Eve moved it to Won/);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['In Progress', 'Won', 'In Progress']);
  const { deal } = await operator.showLead({ leadId: 'ada', by: 'test' });
  expect(deal.history.at(-1)).toMatchObject({ by: 'Grace', reason: 'undone' });
  const none = await post('/leads/undo', [['parts', '1.1']]);
  expect(none.said).toBe('Nothing was taken back: none of it is yours.');
  const many = await post('/leads/undo', [['parts', '1.1-'.repeat(60_000)]]);
  expect([many.status, plain(many.page)]).toEqual([400, expect.stringContaining('At most 100 parts')]);
});

it('an assignment on the lead’s own page is taken back there, unless somebody has assigned or worked on it since', async () => {
  const { get, post, operator, time, me } = await signedIn();
  const owner = async () => (await operator.showLead({ leadId: 'ada', by: 'test' })).deal.owner;
  for (const isWorkedOn of [false, true]) {
    time.now += minutes(1);
    const mine = await post('/leads/ada/assign', [['owner', me]]);
    expect(plain(await get('/leads/ada', undoOf(mine)))).toContain('Undo: \u2068the lead\u2069');
    time.now += minutes(1);
    if (isWorkedOn) await operator.noteLead({ leadId: 'ada', kind: 'called', by: 'Eve' });
    await post('/leads/undo', [['parts', partsOf(mine)]]);
    expect(await owner()).toBe(isWorkedOn ? me : undefined);
  }
});

it('what one sheet moved in several parts is taken back together, also a lead that it moved twice', async () => {
  const { post, operator, statusOf, time } = await signedIn();
  const first = await post('/leads/move', [['rows', 'ada,quoted\nbob,quoted\nnobody,quoted']]);
  time.now += minutes(1);
  await operator.moveLead({ leadId: 'bob', to: 'Won', by: 'Eve' });
  const mended = ['rows', 'ada,evaluation scheduled\ncy,quoted'] as const;
  const second = await post('/leads/move', [...fieldsOf(first.page), mended]);
  expect(partsOf(second)).toMatch(/^\d+\.2-\d+\.2$/);
  time.now += minutes(1);
  const undone = await post('/leads/undo', [['parts', partsOf(second)]]);
  expect(plain(undone.page)).toMatch(/2 leads moved back: .ada., .cy.\..*bob: Meanwhile Eve moved it to Won/);
  expect(await Promise.all(ids.map(statusOf))).toEqual(['In Progress', 'Won', 'In Progress']);
});

it('who is refused is told by the name: of a sheet, with whichever ids, and of what is taken back', async () => {
  const { post, submit, operator, time } = await signedIn();
  const draft = { firstName: 'Zoë', externalLeadId: 'A-7' };
  const { id: vendorId } = await operator.addVendor({ name: 'Acme', by: 'test' });
  await submit('lead-7', { vendorId, draft });
  const moved = await post('/leads/move', [['rows', 'lead-7,quoted']]);
  time.now += minutes(1);
  await operator.moveLead({ leadId: 'lead-7', to: 'Won', by: 'Eve' });
  const link = '<a href="/leads/lead-7"><bdi>Zoë</bdi></a>';
  for (const fields of [
    [['rows', 'lead-7,quoted']],
    [
      ['rows', 'A-7,quoted'],
      ['vendor', vendorId],
    ],
  ] as const)
    expect((await post('/leads/move', fields)).page).toContain(`Line 1 (${link}): `);
  expect((await post('/leads/undo', [['parts', partsOf(moved)]])).page).toContain(`${link}: Meanwhile Eve`);
});

it('a sheet of a vendor’s ids that are numbers is shown with the lead of each before anything moves', async () => {
  const { post, submit, operator, statusOf } = await signedIn();
  const { id: vendorId } = await operator.addVendor({ name: 'Acme', by: 'test' });
  for (const [id, firstName] of [
    ['42', 'Zoë'],
    ['00042', 'Yan'],
  ] as const)
    await submit(`lead-${id}`, { vendorId, draft: { firstName, externalLeadId: id } });
  const sheet = [
    ['rows', 'externalId,status\n42,Quoted'],
    ['vendor', vendorId],
  ] as const;
  const asked = await post('/leads/move', sheet);
  expect(plain(asked.page)).toMatch(/which lead each means.*42 ?Zoë ?In Progress ?Quoted/);
  expect(await statusOf('lead-42')).toBe('In Progress');
  await post('/leads/move', [...fieldsOf(asked.page), ...sheet]);
  expect([await statusOf('lead-42'), await statusOf('lead-00042')]).toEqual(['Quoted', 'In Progress']);
});

describe('many moves', () => {
  it('to Won or Lost are asked for once, with their number', async () => {
    const { get, post, statusOf } = await signedIn();
    const first = await post('/leads/change', [
      ...fieldsOf(await get('/')),
      ['move', 'Lost'],
      ['reason', 'gone'],
    ]);
    expect([plain(first.page), await statusOf('ada')]).toEqual([
      expect.stringMatching(/Move 3 leads to Lost\? .cy., .bob., .ada./),
      'In Progress',
    ]);
    const silent = await post('/leads/change', [...fieldsOf(first.page), ['move', 'Lost']]);
    expect([plain(silent.page), await statusOf('ada')]).toEqual([
      expect.stringContaining('Why lost'),
      'In Progress',
    ]);
    const sure = await post('/leads/change', [
      ...fieldsOf(silent.page),
      ['move', 'Lost'],
      ['lostReason', 'price'],
    ]);
    expect([sure.said, await statusOf('ada')]).toEqual([
      expect.stringMatching(/^3 leads moved to Lost: .cy., .bob., .ada.\.$/),
      'Lost',
    ]);
  });

  it('from a sheet are shown in numbers before more than 20, then made', async () => {
    const { post, submit, statusOf } = await signedIn();
    for (let n = 0; n < 21; n += 1) await submit(`n${n}`);
    const rows = [
      ...Array.from({ length: 21 }, (_, n) => `n${n},quoted`),
      'nobody,lost',
      'ada,in progress',
    ].join('\n');
    const asked = await post('/leads/move', [['rows', rows]]);
    expect(plain(asked.page)).toContain(
      'This moves 21 leads: 21 to Quoted. 1 lead stays as it is. Rows that are refused, which are below: 1. Line 22 (nobody): No lead has this id.',
    );
    expect(await statusOf('n3')).toBe('In Progress');
    const sure = await post('/leads/move', [...fieldsOf(asked.page), ['rows', rows]]);
    expect(plain(sure.page)).toMatch(/21 leads moved: .+ and 18 more\./);
    expect(await statusOf('n3')).toBe('Quoted');
    expect((await post('/leads/move', [['rows', 'n1,won\nn2,won']])).page).toContain('2 to Won');
  });

  it('from a sheet that undo what a colleague did are shown first: whose, from where, by whom and when', async () => {
    const { post, operator, statusOf, addPeople, time } = await signedIn();
    await addPeople('Linus');
    await operator.assignLead({ leadId: 'ada', to: 'Linus', by: 'Linus' });
    await operator.moveLead({ leadId: 'ada', to: 'Quoted', by: 'Linus' });
    const at = new Date(time.now + minutes(60));
    await operator.followUp({ leadId: 'ada', at, by: 'Linus' });
    const rows = 'id,status,lostReason\nada,Won,';
    const asked = await post('/leads/move', [['rows', rows]]);
    expect([asked.status, await statusOf('ada')]).toEqual([409, 'Quoted']);
    expect(plain(asked.page)).toMatch(
      /Moved last ?Ends the follow-up ?ada ?Quoted ?Won ?Linus ?Linus, \d\d:\d\d ?\d\d:\d\d, Linus/,
    );
    const sure = await post('/leads/move', [...fieldsOf(asked.page), ['rows', rows]]);
    expect([sure.said, await statusOf('ada')]).toEqual([
      expect.stringMatching(/^1 lead moved: .ada.\. Follow-ups that ended: Linus, \w+ \d+ \w+, \d\d:\d\d\.$/),
      'Won',
    ]);
    const own = await post('/leads/move', [['rows', 'bob,Quoted']]);
    expect(own.said, 'nobody’s work is undone: nothing is asked').toMatch(/^1 lead moved: .bob.\.$/);
  });

  it('from a sheet are those that were confirmed: a lead that a colleague moved since stays, and says who did', async () => {
    const { post, operator, statusOf, time } = await signedIn();
    const rows = ['ada,Lost,price', 'bob,Lost,too  EXPENSIVE', 'cy,Lost,bought elsewhere', 'cy,Quoted,no'];
    const asked = await post('/leads/move', [['rows', rows.join('\n')]]);
    expect(plain(asked.page)).toContain('3 to Lost');
    time.now += minutes(1);
    await operator.moveLead({ leadId: 'ada', to: 'Quoted', by: 'Eve' });
    await operator.moveLead({ leadId: 'bob', to: 'Won', by: 'Eve' });
    const sure = [...fieldsOf(asked.page), ['rows', rows.join('\n')]] as const;
    const { page } = await post('/leads/move', sure);
    expect(plain(page)).toMatch(/2 leads moved: .cy., .cy.\./);
    expect(plain(page)).toMatch(/Line 1 \(ada\): Meanwhile Eve moved it to Quoted\. \(.*\d\d:\d\d\)/);
    expect(plain(page)).toMatch(/Line 2 \(bob\): Meanwhile Eve moved it to Won\. \(.*\d\d:\d\d\)/);
    expect(await Promise.all(ids.map(statusOf))).toEqual(['Quoted', 'Won', 'Quoted']);
  });

  it('from a page whose buttons say what is so no more are refused: what is told is what is stored', async () => {
    const { get, post, operator, time, addPeople } = await signedIn();
    await addPeople('Eve');
    const list = fieldsOf(await get('/')).filter(([name, value]) => name === 'seen' || value === 'ada');
    time.now += minutes(1);
    await operator.moveLead({ leadId: 'ada', to: 'Quoted', by: 'Eve' });
    await operator.assignLead({ leadId: 'ada', to: 'Eve', by: 'Eve' });
    const moved = await post('/leads/change', [...list, ['move', 'In Progress']]);
    expect(plain(moved.page)).toContain('ada: Meanwhile Eve moved it to Quoted.');
    const nobody = await post('/leads/change', [...list, ['assign', 'nobody']]);
    expect(plain(nobody.page)).toContain('ada: Meanwhile Eve became its owner.');
  });

  it('that end what colleagues promised name them where it is done, on My day of whose it was, and in the audit log', async () => {
    const { get, post, operator, time } = await signedIn();
    await post('/leads/ada/log', [['next', 'tomorrow']]);
    const at = new Date(time.now + minutes(60));
    for (const leadId of ['bob', 'cy']) await operator.followUp({ leadId, at, by: 'Linus' });
    const list = fieldsOf(await get('/')).filter(([, value]) => value.includes('bob'));
    const asked = await post('/leads/change', [...list, ['move', 'Won']]);
    expect(plain(asked.page)).toMatch(/Move bob to Won\? This also ends .*: ?Linus: .?bob.?, /);
    const won = await post('/leads/change', [...fieldsOf(asked.page), ['move', 'Won']]);
    expect(won.said).toMatch(/^1 lead moved to Won: .bob.\. Follow-ups that ended: Linus, .*\d\d:\d\d\.$/);
    const moved = await post('/leads/cy/log', [
      ['next', '3d'],
      ['endFollowUp', '1'],
    ]);
    expect(moved.said).toMatch(/You moved the follow-up of Linus from .* to .*\.$/);
    await operator.followUp({ leadId: 'cy', at, endFollowUp: true, by: 'Linus' });
    time.now += minutes(1);
    const erase = fieldsOf(await get('/leads/cy/erase'));
    expect((await post('/leads/cy/erase', erase)).said).toMatch(
      /Follow-ups that ended: Linus, .*\d\d:\d\d\.$/,
    );

    time.now += minutes(1);
    await operator.followUp({ leadId: 'ada', at, endFollowUp: true, by: 'Linus' });
    expect(plain(await get('/day'))).toMatch(/Linus moved your promise to ada from .* to .*\./);
    expect(plain(await get('/audit'))).toMatch(
      /Linus ended or moved the follow-up of Grace.*ada.* from .* to /,
    );
    time.now += minutes(1);
    await get('/leads/ada');
    expect(plain(await get('/day'))).not.toContain('your promise');
  });

  it('to Lost of one lead ask why together with what a colleague has promised, who then reads that it is lost', async () => {
    const { get, post, operator, statusOf, time } = await signedIn();
    await operator.followUp({ leadId: 'ada', at: new Date(time.now + minutes(60)), by: 'Linus' });
    const tab = fieldsOf(await get('/leads/ada'));
    const asked = await post('/leads/ada/move', [...tab, ['move', 'Lost']]);
    expect(plain(asked.page)).toMatch(/Move ada to Lost\? This also ends .*: ?Linus: .?ada.?, .* Why lost/);
    const sure = await post('/leads/ada/move', [
      ...fieldsOf(asked.page),
      ['move', 'Lost'],
      ['lostReason', 'price'],
    ]);
    expect([sure.status, await statusOf('ada')]).toEqual([303, 'Lost']);
    const contact = await operator.showLead({ leadId: 'ada', by: 'test' });
    expect(plain(await get(`/contacts/${contact.deal.contactId}`))).toContain('Lost: Too expensive');

    await post('/leads/bob/log', [['next', 'tomorrow']]);
    time.now += minutes(1);
    await operator.moveLead({ leadId: 'bob', to: 'Lost', endFollowUp: true, by: 'Linus' });
    expect(plain(await get('/day'))).toMatch(/Linus ended your promise to bob, due .*: the lead is Lost/);
  });

  it('from a sheet to Lost ask why, for the rows that do not say', async () => {
    const { post, operator } = await signedIn();
    const rows = 'leadId,status,lostReason\nada,Lost,\nbob,Lost,Spam';
    const asked = await post('/leads/move', [['rows', rows]]);
    expect(plain(asked.page)).toContain('This moves 2 leads: 2 to Lost.');
    expect(plain(asked.page)).toMatch(/Why lost nobody knows ?Too expensive/);
    const order = [...fieldsOf(asked.page), ['rows', rows], ['lostReason', 'price']] as const;
    await post('/leads/move', order);
    const { leads } = await operator.listLeads({ status: 'Lost', limit: 9 });
    expect(leads.map(({ id, lostReason }) => [id, lostReason])).toEqual([
      ['ada', 'price'],
      ['bob', 'spam'],
    ]);
  });
});

describe('the page of a lead', () => {
  it('says what opens it again, and offers no note where there is no customer', async () => {
    const { get, operator } = await signedIn();
    await operator.moveLead({ leadId: 'ada', to: 'Won', by: 'test' });
    expect(await get('/leads/ada')).toContain('"Why it is opened again, or a note…"');
    await operator.eraseLead({ leadId: 'ada', by: 'test' });
    expect(await get('/leads/ada')).toContain('"Why it is opened again…"');
  });

  it('has in red what is late', async () => {
    const { get, operator, time } = await signedIn();
    await operator.followUp({ leadId: 'bob', at: new Date(time.now + minutes(60)), by: 'Linus' });
    const red = async (id: string) => (await get(`/leads/${id}`)).includes('class="clock late"');
    expect([await red('ada'), await red('bob')]).toEqual([false, false]);
    time.now += minutes(60 * 3);
    expect([await red('ada'), await red('bob')]).toEqual([true, true]);
  });

  it('has the day of both times between which a follow-up was moved, if they are of two', async () => {
    const { get, post, operator, time } = await signedIn(Date.parse('2026-12-03T10:00:00Z'));
    await operator.followUp({ leadId: 'ada', at: new Date(time.now + minutes(72 * 60)), by: 'Linus' });
    const moved = await post('/leads/ada/log', [
      ['at', '18:00'],
      ['endFollowUp', '1'],
    ]);
    const span = 'from Sun 6 Dec, 10:00 to Thu 3 Dec, 18:00';
    expect(moved.said).toContain(span);
    expect(plain(await get('/leads/ada'))).toContain('from 6 Dec, 10:00 to 3 Dec, 18:00');
  });
});

it('what cannot be undone is red, and what can is not', async () => {
  const { get, operator, me } = await signedIn();
  const [one, two] = await Promise.all(
    ['ada', 'bob'].map(async (leadId) => (await operator.showLead({ leadId, by: 'test' })).deal.contactId),
  );
  expect(await get(`/contacts/${one}/merge?with=${two}`)).toContain('<button class="danger">Merge<');
  expect(await get(`/people/${me}/hand-over`)).toContain('<button class="primary">Hand over<');
});

describe.skipIf(noMongodb)('a thousand rows, on MongoDB', () => {
  let desk: Awaited<ReturnType<typeof openServedDesk>>;
  beforeAll(async () => {
    desk = await openServedDesk({ APP_ENV: 'sandbox', MONGODB_URI: freshDatabase() });
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  it('are all moved, each recorded, however many answers that takes', async () => {
    const { container, operator, ask, origin } = desk;
    const { tokens } = await import('../../../../../src/bootstrap/tokens.ts');
    const { dealOf } = await import('../../../../../suites/samples.ts');
    const leadIds = Array.from({ length: 1_000 }, (_, n) => `lead-${n}`);
    const crm = container.get(tokens.crm);
    await Promise.all(leadIds.map((id) => addDeal(crm, dealOf({}, { id, contactId: 'contact-1' }))));
    const headers = {
      cookie: await desk.cookie(),
      origin,
      'content-type': 'application/x-www-form-urlencoded',
    };
    let rows = leadIds.map((id) => `${id},quoted`).join('\n');
    let hidden: [string, string][] = [];
    while (rows !== '') {
      const body = new URLSearchParams([...hidden, ['rows', rows]]).toString();
      const answer = await ask('/leads/move', { method: 'POST', headers, body });
      hidden = fieldsOf(answer.body);
      rows = unescaped(/<textarea[^>]*>\n([^<]*)/.exec(answer.body)?.[1] ?? '');
    }
    const { leads } = await operator.listLeads({ status: 'Quoted', limit: 2_000 });
    expect(leads).toHaveLength(1_000);
    const audit = await operator.readAudit({ limit: 2_000 });
    const done = audit.filter(({ action, outcome }) => action === 'lead.move' && outcome === 'done');
    expect(new Set(done.map(({ on }) => on)).size).toBe(1_000);
  });
});
