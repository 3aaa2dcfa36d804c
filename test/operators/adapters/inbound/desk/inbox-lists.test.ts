import { describe, expect, it } from 'vitest';
import { openDesk } from '../../../../support/desk.ts';
import { days } from '../../../../support/in-memory-operator.ts';
import { hrefOf, plain } from '../../../../support/plain-pages.ts';
import { Visitor } from '../../../../support/visitor.ts';

/** What the server says of a list. How one works with it in a browser: `inbox.test.ts`. */

const draft = (firstName: string, more = {}) => ({ firstName, email: `${firstName}@example.com`, ...more });

/** The names in the rows of the list. */
const namesOf = ({ html }: Visitor): string[] =>
  [...html.matchAll(/<a class="name[^"]*" href="[^"]*"><bdi>([^<]*)/g)].map(([, name = '']) => name);
const alertOf = ({ html }: Visitor): string => /role="alert"[^>]*>(.*?)<\/p>/s.exec(html)?.[1] ?? '';
/** What is chosen in a filter. */
const chosenIn = ({ html }: Visitor, filter: string): string | undefined =>
  new RegExp(`<select name="${filter}">.*?<option value="([^"]*)" selected`, 's').exec(html)?.[1];
/** The filters that are on. */
const chipsOf = ({ html }: Visitor): string[] =>
  [...html.matchAll(/<a class="chip on" href="[^"]*"><bdi>([^<]*)/g)].map(([, chip = '']) => chip);

async function signIn(desk: Awaited<ReturnType<typeof openDesk>>, role: 'admin' | 'viewer' = 'admin') {
  const visitor = await Visitor.come();
  await visitor.goto(await desk.link(role));
  await visitor.press('Sign in');
  await visitor.goto('/');
  return visitor;
}

it('pages through leads of one and the same time, each once', async () => {
  await using desk = await openDesk();
  for (let n = 0; n < 120; n += 1) await desk.submit(`lead-${String(n).padStart(3, '0')}`);
  const grace = await signIn(desk);
  const seen: string[] = [];
  const readIds = () => seen.push(...(grace.html.match(/(?<=<a class="name[^"]*" href=")[^"]*/g) ?? []));
  readIds();
  for (const length of [100, 120]) {
    await grace.click('Next');
    readIds();
    expect(seen).toHaveLength(length);
  }
  expect(new Set(seen).size).toBe(120);
  await expect(grace.click('Next')).rejects.toThrow('no link');
  expect(grace.text).toContain('Inbox 120 leads');
  await grace.click('First');
  expect(namesOf(grace)).toHaveLength(50);
});

it('narrows by each filter, says which are on, and takes one away by its chip', async () => {
  await using desk = await openDesk();
  const acme = await desk.operator.addVendor({ name: 'Acme', by: 'test' });
  await desk.addPeople('Linus', 'Grace');
  const now = desk.time.now;
  desk.time.now = now - days(10);
  await desk.submit('old', { draft: draft('Old', { dealType: 'rental' }) });
  desk.time.now = now - days(1);
  await desk.submit('acmes', { vendorId: acme.id, draft: draft('Acmes') });
  await desk.operator.assignLead({ leadId: 'acmes', to: 'Linus', by: 'test' });
  desk.time.now = now;
  await desk.submit('mine', { draft: draft('Mine') });
  await desk.operator.assignLead({ leadId: 'mine', to: 'Grace', by: 'test' });
  await desk.submit('won', { draft: draft('Won') });
  await desk.operator.moveLead({ leadId: 'won', to: 'Won', by: 'test' });
  const grace = await signIn(desk);
  const namesAt = async (path: string) => {
    await grace.goto(path);
    return namesOf(grace);
  };
  const day = (ago: number) => new Date(now - days(ago)).toISOString().slice(0, 10);
  expect(await namesAt('/')).toEqual(expect.arrayContaining(['Won', 'Mine', 'Acmes', 'Old']));
  expect(await namesAt('/?status=Won')).toEqual(['Won']);
  expect(await namesAt('/?status=open')).toEqual(['Mine', 'Acmes', 'Old']);
  expect(await namesAt('/?type=rental')).toEqual(['Old']);
  expect(await namesAt('/?vendor=Acme')).toEqual(['Acmes']);
  expect(await namesAt(`/?since=${day(1)}&until=${day(1)}`)).toEqual(['Acmes']);
  expect(await namesAt('/?waiting=3')).toEqual(['Old']);
  expect(await namesAt('/?owner=me')).toEqual(['Mine']);
  expect(await namesAt('/?owner=LINUS')).toEqual(['Acmes']);
  expect(chosenIn(grace, 'owner')).toBe(
    (await desk.operator.listPeople()).find(({ name }) => name === 'Linus')?.id,
  );
  expect(await namesAt('/?owner=Nobody+Known')).toEqual([]);
  expect(grace.text).toContain('Nobody is known by this.');
  expect(await namesAt('/?owner=nobody')).toEqual(['Won', 'Old']);
  expect(await namesAt('/?status=nonsense&type=x&waiting=-1')).toHaveLength(4);

  expect(await namesAt('/?owner=nobody&status=open')).toEqual(['Old']);
  expect(chipsOf(grace)).toEqual(['Open', 'Nobody’s']);
  await grace.click('Open × (remove)');
  expect(new URL(grace.url).search).toBe('?owner=nobody');

  await grace.goto('/?vendor=Unheard+of');
  expect(alertOf(grace)).toContain('No vendor has this id');
  expect(chosenIn(grace, 'vendor')).toBe('Unheard of');
  await grace.press('Show', { vendor: acme.id });
  expect(namesOf(grace)).toEqual(['Acmes']);
  expect(chipsOf(grace)).toContain('Vendor Acme');
  await grace.goto('/?owner=me&status=open&vendor=Acme'); // the view says the rest
  expect(chipsOf(grace)).toEqual(['Vendor Acme']);
  expect(grace.html).toMatch(/aria-current[^>]*>Mine /);
});

it('says what to do if there is nothing', async () => {
  await using desk = await openDesk();
  const grace = await signIn(desk);
  expect(grace.text).toContain('Add a vendor and issue its key');
  await grace.goto('/?q=nobody');
  expect(grace.text).toContain('beginnings of its words');
  await grace.goto('/?status=Won');
  expect(grace.text).toContain('take a filter away');
});

describe('what is sought', () => {
  it('finds by a phone in any form, an email, a name, our id and the vendor’s', async () => {
    await using desk = await openDesk();
    const whole = { lastName: 'Lovelace', phone: '555-010-2030', externalLeadId: 'A-1001' };
    await desk.submit('lead-1', { draft: draft('Ada', whole) });
    await desk.submit('lead-2', { draft: draft('Bob') });
    const grace = await signIn(desk);
    for (const text of ['+1 (555) 010.2030', 'ADA@example.com', 'love ada', 'lead-1', 'A-1001']) {
      await grace.goto(`/?${new URLSearchParams({ q: text })}`);
      expect(namesOf(grace), text).toEqual(['Ada Lovelace']);
    }
  });

  it('shows the contacts that match: also the second member of a family', async () => {
    await using desk = await openDesk();
    await desk.submit('lead-1', { draft: draft('Ada', { phone: '5550102030' }) });
    await desk.submit('lead-2', { draft: draft('Byron', { phone: '5550102030' }) });
    const grace = await signIn(desk);
    await grace.goto('/?q=555-010-2030');
    const [people = ''] =
      /<section[^>]* aria-label="Contacts that match">.*?<\/section>/s.exec(grace.html) ?? [];
    expect(plain(people)).toMatch(/Ada.*Byron|Byron.*Ada/);
    await grace.goto(hrefOf(people, 'Byron'));
    expect(grace.html).toMatch(/<h1[^>]*>(<bdi>)?Byron</);
  });
});

it('are nothing that a viewer can change', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  const viewer = await signIn(desk, 'viewer');
  expect(namesOf(viewer)).toHaveLength(1);
  expect(viewer.html).not.toMatch(/name="lead"|class="bulk"|Move leads/);
  for (const path of ['/leads/change', '/leads/lead-1/move', '/leads/lead-1/assign', '/leads/lead-1/erase']) {
    await viewer.goto(path, {
      lead: 'lead-1',
      move: 'Won',
      ...(path.endsWith('assign') && { assign: 'me' }),
    });
    expect([path, viewer.text]).toEqual([path, expect.stringContaining('may do this')]);
  }
  const { deal } = await desk.operator.showLead({ leadId: 'lead-1', by: 'test' });
  expect([deal.status, deal.owner]).toEqual(['In Progress', undefined]);
  for (const path of ['/leads/lead-1/erase', '/leads/move']) {
    await viewer.goto(path);
    expect(viewer.status).toBe(403);
  }
});

it('hands the list to a spreadsheet, in which nothing is a formula', async () => {
  await using desk = await openDesk();
  const evil = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1'];
  for (const [n, text] of evil.entries())
    await desk.submit(`lead-${n}`, {
      draft: { firstName: `${text}x`, lastName: `${text}"y`, vendorName: text },
    });
  await desk.submit('other', { draft: draft('山田', { dealType: 'rental' }) });
  const viewer = await signIn(desk, 'viewer');
  await viewer.goto('/?type=sales');
  await viewer.click('This list as a spreadsheet (CSV)');
  expect(viewer.headers['content-disposition']).toMatch(
    /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(viewer.html).not.toContain('山田');
  await viewer.goto('/leads.csv');
  const text = viewer.html;
  expect(text.startsWith('\ufeffleadId,')).toBe(true);
  expect(text).toContain('山田');
  expect(text).not.toMatch(/(^|,)"?[=+\-@\t]/m);
  expect(text.match(/'[=+\-@]/g)?.length).toBeGreaterThanOrEqual(12);
  const entries = await desk.operator.readAudit({ limit: 9 });
  expect(entries.map(({ action, by }) => [action, by])).toContainEqual(['lead.export', 'Grace']);
});
