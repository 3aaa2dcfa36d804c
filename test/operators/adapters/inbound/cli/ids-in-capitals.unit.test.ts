import { expect, it } from 'vitest';
import { commandLine } from '../../../../support/command-line.ts';

const lead = '019a5b7e-7a41-7d0c-9f5e-3c6f7c1d2e3f';
const LEAD = lead.toUpperCase();

const draftOf = (firstName: string) => ({ firstName, email: `${firstName.toLowerCase()}@example.com` });

/** A lead and two contacts, all with UUIDs. */
async function atWork() {
  const parts = commandLine();
  await parts.submit(lead, { draft: draftOf('Ada') });
  await parts.submit('other', { draft: draftOf('Bob') });
  const contactOf = async (leadId: string) =>
    (await parts.operator.showLead({ leadId, by: 'test' })).deal.contactId;
  const [contact, other] = [await contactOf(lead), await contactOf('other')];
  const capitals = (text: string) =>
    [lead, contact, other].filter((id) => text.includes(id.toUpperCase())).length;
  return { ...parts, CONTACT: contact.toUpperCase(), OTHER: other.toUpperCase(), capitals };
}

it('every command knows our ids in capitals, and answers them as they were made', async () => {
  const { leads, CONTACT, OTHER, capitals } = await atWork();
  const sheet = `leadId,status\n${LEAD},Quoted\n${lead},Won\n`;
  const commands = [
    ['lead', 'show', LEAD],
    ['lead', 'move', LEAD, 'quoted'],
    ['lead', 'assign', LEAD, '--nobody'],
    ['lead', 'note', LEAD, 'Called.'],
    ['lead', 'follow-up', LEAD, '2h'],
    ['lead', 'list', '--find', LEAD],
    ['lead', 'list', '--contact', CONTACT],
    ['contact', 'show', CONTACT],
    ['contact', 'edit', CONTACT, '--zip', '10001'],
    ['contact', 'export', '--contact', CONTACT],
    ['contact', 'merge', CONTACT, OTHER, '--yes'],
    ['contact', 'show', OTHER],
    ['audit', '--on', LEAD],
    ['audit', '--on', CONTACT],
    ['lead', 'erase', LEAD, '--yes'],
    ['contact', 'erase', '--contact', CONTACT, '--yes'],
  ];
  for (const args of commands)
    for (const format of [[], ['--json']]) {
      const { code, out, err } = await leads([...args, ...format]);
      expect([args, code, err.includes('No ')]).toEqual([args, 0, false]);
      expect([args, /^No |"leads":\[\]|"entries":\[\]/.test(out), capitals(out)]).toEqual([args, false, 0]);
    }
  const moved = await leads(['lead', 'move', '--csv', '-', '--reason', 'signed'], { piped: sheet });
  expect([moved.code, moved.out]).toEqual([
    0,
    `Line 2: Lead ${lead} (${LEAD}) is already Quoted.\nLine 3: Lead ${lead} moved from Quoted to Won.\n`,
  ]);
});

it('of a list that says one lead twice, in two spellings, each move counts, one after the other', async () => {
  const { operator } = await atWork();
  const moves = [
    { id: LEAD, to: 'Quoted' as const },
    { id: lead, to: 'Won' as const },
    { id: LEAD, to: 'Won' as const },
  ];
  const moved = [];
  for await (const group of await operator.moveLeads({ moves, by: 'test' })) moved.push(...group);
  expect(moved).toMatchObject([
    { id: LEAD, leadId: lead, from: 'In Progress', status: 'Quoted' },
    { id: lead, leadId: lead, from: 'Quoted', status: 'Won' },
    { id: LEAD, leadId: lead, from: 'Won', status: 'Won' },
  ]);
});
