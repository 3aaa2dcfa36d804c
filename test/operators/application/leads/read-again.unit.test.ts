import { expect, it } from 'vitest';
import { readAdf } from '../../../../src/adapters/inbound/sources/read-adf.ts';
import type { SourceKind } from '../../../../src/domain/sources/source-kinds.ts';
import { dealOf } from '../../../../suites/samples.ts';
import { addLead } from '../../../support/added-leads.ts';
import { commandLine } from '../../../support/command-line.ts';

const adf =
  '<adf><prospect><vehicle><year>2024</year><make>Ford</make></vehicle><customer><contact><name part="first">Ada</name><email>ada@example.com</email><phone>604-555-0123</phone></contact><comments>Call me\nsoon</comments></customer></prospect></adf>';

/** A source, and a lead that an earlier version made of what came. */
async function withLead(kind: SourceKind, text: string, draft: object) {
  const parts = commandLine();
  await parts.leads(['vendor', 'add', 'Blue Motors']);
  const { out } = await parts.leads(['source', 'add', kind, '--vendor', 'Blue Motors', '--json']);
  const { source, vendor } = JSON.parse(out) as { source: string; vendor: string };
  const { crm } = parts;
  const lead = { firstName: 'Ada', email: 'ada@example.com', dealType: 'other', ...draft };
  const deal = dealOf(lead, { id: 'lead-1', vendorId: vendor, receivedAt: parts.clock() });
  await addLead(crm, deal, { asItCame: { sourceId: source, at: parts.clock(), text } });
  const readAgain = async (...more: readonly string[]) => {
    const ran = await parts.leads(['source', 'read-again', source, '--json', ...more]);
    return JSON.parse(ran.out);
  };
  const activities = async () => (await parts.ports.leads.lead('lead-1'))?.deal.activities ?? [];
  return { ...parts, source, readAgain, activities };
}

it('says what this version reads otherwise, and changes nothing', async () => {
  const { leads, source, readAgain, activities } = await withLead('adf', adf, { notes: 'Call me' });
  const differences = [
    { field: 'phone', reads: '6045550123' },
    { field: 'dealType', was: 'other', reads: 'sales' },
    { field: 'notes', reads: 'soon' },
    { field: 'vehicleYear', reads: '2024' },
    { field: 'vehicleMake', reads: 'Ford' },
  ];
  const expected = {
    looked: 1,
    otherwise: [{ leadId: 'lead-1', differences: expect.any(Array), noted: false }],
  };
  const answer = await readAgain();
  expect(answer).toEqual(expected);
  expect(answer.otherwise[0].differences).toEqual(differences);
  const { out, err } = await leads(['source', 'read-again', source]);
  expect(out).toMatch(/LEAD +THIS VERSION READS[\s\S]*lead-1 +.*phone: 6045550123 \(was: none\)/);
  expect(out).toContain('Of 1 that came, 1 lead read otherwise.\n');
  expect(err).toContain('Nothing was changed: with --yes, each gets a note.');
  expect(await activities()).toEqual([]);
});

it('notes it on the lead with --yes, once, and takes the lead for nobody', async () => {
  const { readAgain, activities, ports, audit } = await withLead('adf', adf, { notes: 'Call me' });
  for (let n = 0; n < 2; n += 1)
    expect(await readAgain('--yes')).toMatchObject({ otherwise: [{ noted: true }] });
  const text = expect.stringMatching(/^Read again, as it came:\n[\s\S]*phone: 6045550123 \(was: none\)/);
  expect(await activities()).toMatchObject([{ kind: 'note', text }]);
  const deal = (await ports.leads.lead('lead-1'))?.deal;
  expect([deal?.owner, deal?.customer?.phone]).toEqual([undefined, undefined]);
  const actions = audit.kept.map(({ action }) => action);
  expect(actions).toEqual(expect.arrayContaining(['source.read-again', 'lead.note']));
});

it.each<[string, SourceKind, string, object]>([
  [
    'what is read as before',
    'adf',
    adf.replace(/<vehicle>.*<\/vehicle>|<phone>.*<\/phone>/g, ''),
    { notes: 'Needs' },
  ],
  ['what is no lead any more', 'adf', '<adf>', {}],
  [
    'a form of several lines',
    'form',
    'email: ada@example.com\nname: Ada\nmessage: One: 1\n  two: 2',
    { notes: 'One: 1\ntwo: 2' },
  ],
])('says nothing of %s', async (_what, kind, text, draft) => {
  const notes = { notes: 'Call me\nsoon', ...(kind === 'form' && draft) };
  const { readAgain } = await withLead(kind, text, notes);
  expect(await readAgain()).toEqual({ looked: 1, otherwise: [] });
});

it('reads nothing from before a time, nor of an erased customer', async () => {
  const { readAgain, operator, time } = await withLead('adf', adf, {});
  expect(await readAgain('--since', new Date(time.now + 1).toISOString())).toEqual({
    looked: 0,
    otherwise: [],
  });
  await operator.eraseLead({ leadId: 'lead-1', by: 'test' });
  expect(await readAgain()).toEqual({ looked: 0, otherwise: [] });
});

it('reads each prospect of several from its own XML', async () => {
  const prospect = (name: string) =>
    `<prospect><customer><contact><name>${name}</name><email>${name}@example.com</email><phone>604-555-0123</phone></contact></customer></prospect>`;
  const [, bob] = readAdf(`<adf>${prospect('Ada')}${prospect('Bob')}</adf>`);
  const kept = { firstName: 'Bob', email: 'bob@example.com', notes: 'No comment.' };
  const { readAgain } = await withLead('adf', bob?.document ?? '', kept);
  expect((await readAgain()).otherwise).toMatchObject([
    { leadId: 'lead-1', differences: [{ field: 'phone', reads: '6045550123' }] },
  ]);
});
