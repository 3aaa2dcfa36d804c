import { expect, it } from 'vitest';
import { SqliteSources } from '../../../../../src/adapters/outbound/sqlite/sqlite-sources.ts';
import { SqliteRemains } from '../../../../../src/operators/adapters/outbound/sqlite/remains/sqlite-remains.ts';
import { someHeld } from '../../../../../suites/source-samples.ts';
import { changesIn } from '../../../../support/changes-in.ts';
import { commandLine } from '../../../../support/command-line.ts';

const email = 'eve@example.com';

/** Two leads of somebody without a contact are held, and one of somebody else. */
async function withHeld() {
  const parts = commandLine();
  const held = new SqliteSources(parts.file);
  const at = parts.clock();
  for (const n of [1, 2])
    await held.hold(
      someHeld({ id: `held_${n}`, at, text: `Eve ${n}`, identities: [`e:${email}`, 'p:5552014477'] }),
    );
  await held.hold(someHeld({ id: 'held_3', at, identities: ['e:bob@example.com'] }));
  const left = async () => {
    const { out } = await parts.leads(['held', 'list', '--json']);
    return JSON.parse(out).held.map(({ held }: { held: string }) => held);
  };
  return { ...parts, held, left };
}

it('erases who stands in held leads alone, by email or phone, counted and recorded', async () => {
  const { leads, left, audit, file } = await withHeld();
  const erase = ['contact', 'erase', '--email', 'EVE@Example.com'];
  const dry = await leads([...erase, '--dry-run']);
  expect([dry.code, dry.out]).toEqual([
    0,
    'This would erase 2 leads held for somebody to read: no contact has this.\n',
  ]);
  expect((await leads(erase, { typed: 'n\n' })).err).toBe(
    'Permanently erase 2 leads held for somebody to read? No contact has this. [y/N] Nothing was erased.\n',
  );
  expect([await left(), changesIn(audit)]).toEqual([['held_1', 'held_2', 'held_3'], []]);
  const { code, out } = await leads(['contact', 'erase', '--phone', '(555) 201-4477', '--yes', '--json']);
  expect([code, JSON.parse(out)]).toEqual([
    0,
    { contactId: null, leads: 0, held: 2, leadsUnderOtherNames: 0, erased: true },
  ]);
  expect(await left()).toEqual(['held_3']);
  expect(changesIn(audit)).toMatchObject([
    { action: 'held.erase', on: 'held', by: 'grace', outcome: 'done' },
  ]);
  expect(JSON.stringify(audit.kept)).not.toContain('eve@');
  const remains = new SqliteRemains(file, '3:00');
  expect(await remains.owed()).toBeDefined();
  const again = await leads([...erase, '--yes']);
  expect([again.code, again.err]).toEqual([1, expect.stringMatching(/^No contact was found\. /)]);
  for (const last of [['--yes'], ['--dry-run']]) {
    const early = await leads([...erase, ...last], { remains: async () => remains });
    expect([early.code, early.err]).toEqual([
      1,
      expect.stringMatching(
        /^Bytes of what was erased are still in the file of leads.*\nNo contact was found\. /,
      ),
    ]);
  }
});

it('erases the contact of somebody without a lead, whom nobody sees, but not to show what would be erased', async () => {
  const { leads, ports, submit } = commandLine();
  const erased: string[] = [];
  const eraseWithoutDeals = async (keys: readonly string[]) => void erased.push(...keys);
  Object.assign(ports.erasure, { eraseWithoutDeals });
  const nobody = { code: 1, err: expect.stringMatching(/^No contact was found\. /) };
  for (const [option, keys] of [
    ['--dry-run', []],
    ['--yes', [`e:${email}`]],
  ] as const) {
    expect(await leads(['contact', 'erase', '--email', email, option])).toMatchObject(nobody);
    expect(erased).toEqual(keys);
  }
  await submit('lead-1', { draft: { email, phone: '5552014477' } });
  await leads(['contact', 'erase', '--email', email, '--yes']);
  expect(erased.slice(1)).toEqual([`e:${email}`, 'p:5552014477']);
});

it('erases what is held of a contact, or of one lead, with it, and says how much', async () => {
  const { leads, left, submit } = await withHeld();
  await submit('lead-1', { draft: { email } });
  await submit('bobs', { draft: { email: 'bob@example.com', firstName: 'Bob' } });
  const dry = await leads(['contact', 'erase', '--email', email, '--dry-run', '--json']);
  expect(JSON.parse(dry.out)).toMatchObject({ leads: 1, held: 2, erased: false });
  const { out } = await leads(['contact', 'erase', '--email', email, '--yes']);
  expect(out).toMatch(
    /^Erased contact \S+ and the personal data in its lead, and 2 leads held for somebody to read\.\n$/,
  );
  expect(await left()).toEqual(['held_3']);
  const ofLead = await leads(['lead', 'erase', 'bobs', '--yes']);
  expect(ofLead.out).toContain(' Also erased: 1 lead held for somebody to read.');
  expect(await left()).toEqual([]);
});

it('finds, and puts into the access file, what is held', async () => {
  const { leads, submit, audit } = await withHeld();
  const listed = await leads(['held', 'list', '--phone', '5552014477', '--json']);
  expect(JSON.parse(listed.out)).toMatchObject({ held: [{ held: 'held_1' }, { held: 'held_2' }] });
  const found = await leads(['contact', 'find', '--email', email]);
  expect([found.out, found.err]).toEqual([
    'No contacts.\n',
    'It also stands in 2 leads held for somebody to read: run held list with the same option.\n',
  ]);
  const shown = await leads(['contact', 'show', '--email', email]);
  expect([shown.code, shown.err]).toEqual([
    1,
    'No contact has this, but it stands in 2 leads that are held. Run held list with the same --email or --phone; contact export and contact erase take it, too.\n',
  ]);
  const alone = await leads(['contact', 'export', '--email', email]);
  expect(JSON.parse(alone.out)).toMatchObject({
    contact: null,
    leads: [],
    held: [{ text: 'Eve 1' }, { text: 'Eve 2' }],
  });
  expect(audit.kept.at(-1)).toMatchObject({ action: 'held.export', on: 'held' });
  await submit('lead-1', { draft: { email } });
  const { out, err } = await leads(['contact', 'export', '--email', email]);
  expect(JSON.parse(out)).toMatchObject({ contactId: expect.any(String), held: [{ held: 'held_1' }, {}] });
  expect(err).toContain(
    'It has 2 leads held for somebody to read: look through their texts before you hand it on.',
  );
});
