import { describe, expect, it } from 'vitest';
import { changesIn } from '../../../../support/changes-in.ts';
import { commandLine } from '../../../../support/command-line.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);
const phone = '5550109999';

async function withTwo() {
  const parts = commandLine();
  await parts.submit('of-ada', { draft: { phone, zip: '94107' } });
  await parts.submit('of-bob', {
    draft: { firstName: 'Bob', lastName: 'Lee', email: 'bob@example.com', phone },
  });
  const idOf = async (lead: string) => json(await parts.leads(['lead', 'show', lead, '--json'])).contactId;
  const contact = (...args: string[]) => parts.leads(['contact', ...args]);
  return { ...parts, contact, ada: await idOf('of-ada'), bob: await idOf('of-bob') };
}

describe('finding contacts', () => {
  it('lists everybody who shares a phone', async () => {
    const { contact, ada, bob } = await withTwo();
    const { code, out, err } = await contact('find', '--phone', `+1 ${phone}`);
    expect([code, err]).toEqual([0, '']);
    const rows = out
      .trim()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(rows[0]).toEqual(['CONTACT', 'NAME', 'EMAIL', 'PHONE', 'ZIP']);
    expect(rows.slice(1)).toEqual(
      [
        [ada, 'Ada', 'ada@example.com', phone, '94107'],
        [bob, 'Bob Lee', 'bob@example.com', phone, '-'],
      ].sort(),
    );
  });

  it('by email or a part of a name, as JSON too', async () => {
    const { contact, bob } = await withTwo();
    const found = { contactId: bob, firstName: 'Bob', lastName: 'Lee', email: 'bob@example.com', phone };
    for (const args of [
      ['--email', 'BOB@example.com'],
      ['--name', 'lee'],
    ])
      expect(json(await contact('find', ...args, '--json'))).toEqual({ contacts: [found], more: false });
  });

  it('by what is right since it was mended, as its leads are', async () => {
    const { contact, leads, ada } = await withTwo();
    await contact('edit', ada, '--first-name', 'Augusta', '--last-name', 'King', '--phone', '5550108888');
    for (const args of [
      ['--name', 'king'],
      ['--phone', '5550108888'],
    ])
      expect(json(await contact('find', ...args, '--json')).contacts).toMatchObject([{ contactId: ada }]);
    for (const text of ['king', '8888', 'ada']) {
      const { leads: found } = json(await leads(['lead', 'list', '--find', text, '--json']));
      expect([text, found]).toMatchObject([
        text,
        [{ leadId: 'of-ada', customer: { firstName: 'Ada', phone }, present: { firstName: 'Augusta' } }],
      ]);
    }
    const { out } = await leads(['lead', 'list', '--find', 'king']);
    expect(out).toContain('Augusta King (sent: Ada)');
    expect(out).toContain(`5550108888 (sent: ${phone})`);
    const shown = (await leads(['lead', 'show', 'of-ada'])).out;
    expect(shown).toMatch(/Customer +Augusta King\n[\s\S]*Customer as sent +Ada\n/);
    expect(json(await leads(['lead', 'show', 'of-ada', '--json'])).present).toMatchObject({
      lastName: 'King',
    });
    const { out: csv } = await leads(['lead', 'list', '--find', 'king', '--csv']);
    expect(csv).toContain('Augusta,King,ada@example.com,5550108888');
  });

  it('with no hit is an empty list, and no failure', async () => {
    const { contact } = await withTwo();
    expect(await contact('find', '--name', 'nobody')).toEqual({ code: 0, out: 'No contacts.\n', err: '' });
    expect(await contact('find', '--email', 'no@example.com', '--json')).toEqual({
      code: 0,
      out: '{"contacts":[],"more":false}\n',
      err: '',
    });
  });

  it('says if there are more', async () => {
    const { contact } = await withTwo();
    const { out, err } = await contact('find', '--phone', phone, '--limit', '1');
    expect([out.trim().split('\n').length, err]).toEqual([2, 'There are more: give a higher --limit.\n']);
  });

  it('requires one thing to search for', async () => {
    const { contact } = await withTwo();
    for (const args of [[], ['--name', 'a', '--phone', phone], ['--phone', '12']])
      expect(await contact('find', ...args)).toMatchObject({ code: 2, out: '' });
    expect(await contact('find', '--name', ' ')).toMatchObject({ code: 1, out: '' });
  });
});

describe('editing a contact', () => {
  it('takes what shows nothing for a mistake, not for empty', async () => {
    const { contact, ada } = await withTwo();
    for (const option of ['--email', '--first-name', '--last-name'])
      expect(await contact('edit', ada, option, '\u200b')).toMatchObject({ code: 2, out: '' });
    expect(json(await contact('show', ada, '--json')).contact).toMatchObject({ email: 'ada@example.com' });
  });

  it('changes nothing that is no longer what its author saw, field by field', async () => {
    const { contact, bob } = await withTwo();
    const seen = { 'first-name': 'Bob', 'last-name': 'Lee', email: 'Bob@example.com', phone, zip: '' };
    const now = ['--from-first-name', 'Bob', '--from-phone', '+1 (555) 010-9999', '--from-zip', ''];
    expect((await contact('edit', bob, '--zip', '10001', ...now, '--by', 'eve')).code).toBe(0);
    for (const [field, text] of Object.entries({ ...seen, zip: '10001' })) {
      const edit = ['edit', bob, '--last-name', 'Loe', `--from-${field}`];
      const other = text.replace(/^\w/, '7');
      expect([field, await contact(...edit, other)]).toMatchObject([field, { code: 1, out: '' }]);
      const { code, out } = await contact(...edit, text, '--last-name', 'Lee'); // as it is
      expect([field, code, out]).toEqual([field, 0, `Contact ${bob} was like this already.\n`]);
    }
    const { code, err } = await contact('edit', bob, '--zip', '10002', '--from-zip', '');
    expect([code, err]).toEqual([1, 'Meanwhile eve changed the ZIP.\n']);
  });

  it('says which fields it changed, never their values', async () => {
    const { contact, ada, bob } = await withTwo();
    const edited = await contact(
      'edit',
      bob,
      '--phone',
      '555 010 0000',
      '--first-name',
      'Rob',
      '--last-name',
      '',
    );
    expect(edited).toEqual({
      code: 0,
      out: `Contact ${bob}: changed first name, last name, phone.\n`,
      err: '',
    });
    expect((await contact('show', bob)).out).toMatch(/^Customer +Rob\n(?:.*\n)*Phone +5550100000$/m);
    expect((await contact('edit', bob, '--first-name', 'Rob')).out).toBe(
      `Contact ${bob} was like this already.\n`,
    );
    expect(json(await contact('edit', ada, '--zip', '10001', '--json'))).toEqual({
      contactId: ada,
      contact: { firstName: 'Ada', email: 'ada@example.com', phone, zip: '10001' },
      changed: ['zip'],
    });
  });

  it('refuses the email of another contact, and tells a shared phone', async () => {
    const { contact, ada, bob } = await withTwo();
    expect(await contact('edit', bob, '--email', 'ADA@example.com')).toEqual({
      code: 1,
      out: '',
      err: `Contact ${ada} has this email: change that one first, or have the two merged.\n`,
    });
    await contact('edit', bob, '--phone', '5550100000');
    const { code, out } = await contact('edit', bob, '--phone', phone);
    expect([code, out]).toEqual([
      0,
      expect.stringContaining('Another contact has this phone: leads with the phone alone still go there.\n'),
    ]);
  });

  it('refuses what would leave no first name, no address or no key', async () => {
    const { contact, ada, bob } = await withTwo();
    const refused = async (...args: string[]) => {
      const { code, err } = await contact('edit', ...args);
      return [code, err];
    };
    expect(await refused(ada, '--first-name', ' ')).toEqual([1, 'A contact needs a first name.\n']);
    expect(await refused(ada, '--email', '', '--phone', '')).toEqual([
      1,
      'A contact needs an email or a phone.\n',
    ]);
    expect((await refused(bob, '--email', ''))[1]).toMatch(
      /^Contact \S+ has this phone, and without an email/,
    );
    expect((await refused('nobody', '--zip', '1'))[0]).toBe(1);
    for (const args of [
      [ada],
      [ada, '--email', 'ada@'],
      [ada, '--phone', '12'],
      [ada, '--zip', 'x'.repeat(17)],
    ])
      expect((await refused(...args))[0]).toBe(2);
    expect((await refused(ada, '--phone', '12'))[1]).toBe(
      'The phone is not valid: it has ten digits, or eleven that begin with 1, as in North America.\n',
    );
  });
});

describe('merging contacts', () => {
  it('asks first, and names both people', async () => {
    const { leads, contact, ada, bob } = await withTwo();
    const merge = ['contact', 'merge', bob, ada];
    const question = `Merge contact ${ada} (Ada, ada@example.com, ${phone}) and its lead into contact ${bob} (Bob Lee, bob@example.com, ${phone}), filling ZIP? It cannot be undone. [y/N] `;
    expect(await leads(merge, { typed: 'n\n' })).toEqual({
      code: 1,
      out: '',
      err: `${question}Nothing was merged.\n`,
    });
    expect(json(await contact('show', ada, '--json')).contactId).toBe(ada);
    expect(await leads(merge, { typed: 'y\n' })).toEqual({
      code: 0,
      out: `Merged contact ${ada} into contact ${bob}.\n`,
      err: question,
    });
    expect(json(await contact('show', ada, '--json'))).toMatchObject({
      contactId: bob,
      contact: { firstName: 'Bob', zip: '94107' },
      mergedIds: [ada],
      leads: [{ leadId: 'of-ada' }, { leadId: 'of-bob' }],
    });
    expect((await contact('show', bob)).out).toMatch(new RegExp(`^Merged +${ada}$`, 'm'));
  });

  it('without a terminal needs --yes, and with --dry-run changes nothing', async () => {
    const { contact, ada, bob, audit } = await withTwo();
    expect(await contact('merge', ada, bob)).toMatchObject({ code: 2, out: '' });
    const dry = await contact('merge', ada, bob, '--dry-run');
    expect([dry.code, dry.out]).toEqual([
      0,
      expect.stringMatching(/^This would merge contact .*filling last name\.\n$/),
    ]);
    const view = { contactId: ada, mergedId: bob, leads: 1, filled: ['lastName'] };
    expect(json(await contact('merge', ada, bob, '--dry-run', '--json'))).toEqual({ ...view, merged: false });
    expect(changesIn(audit)).toEqual([]);
    expect(json(await contact('merge', ada, bob, '--yes', '--json'))).toEqual({ ...view, merged: true });
    const again = await contact('merge', ada, bob, '--yes'); // as after a crash
    expect([again.code, again.out]).toEqual([0, `Contact ${bob} was a part of contact ${ada} already.\n`]);
    expect(json(await contact('merge', ada, bob, '--yes', '--json'))).toMatchObject({ already: true });
    expect((await contact('merge', ada, bob, '--dry-run')).out).toContain('of which it is a part already');
  });

  it('refuses what is one contact, erased, unknown or a part of another', async () => {
    const { contact, submit, leads, ada, bob } = await withTwo();
    await submit('of-eve', { draft: { firstName: 'Eve', email: 'eve@example.com' } });
    const eve = json(await leads(['lead', 'show', 'of-eve', '--json'])).contactId;
    await contact('merge', ada, bob, '--yes');
    const refused = async (keep: string, gone: string) => (await contact('merge', keep, gone, '--yes')).err;
    expect(await refused(ada, ada)).toBe('Both ids are those of the same contact.\n');
    expect(await refused(bob, ada)).toBe('Both ids are those of the same contact.\n');
    expect(await refused(bob, eve)).toBe(`The contact to keep was merged into ${ada}: give that id.\n`);
    expect(await refused(eve, bob)).toBe(`The other contact was merged into ${ada}: give that id.\n`);
    expect(await refused(eve, 'nobody')).toMatch(/^The other contact does not exist/);
    await contact('erase', '--contact', eve, '--yes');
    for (const pair of [
      [eve, ada],
      [ada, eve],
    ] as const)
      expect(await refused(...pair)).toMatch(/^This contact was erased/);
  });

  it('leaves an erasure by either id that finds everything', async () => {
    const { contact, leads, ada, bob } = await withTwo();
    await contact('merge', ada, bob, '--yes');
    expect(json(await contact('erase', '--contact', bob, '--yes', '--json'))).toEqual({
      contactId: ada,
      leads: 2,
      held: 0,
      leadsUnderOtherNames: 1,
      erased: true,
    });
    expect((await leads(['lead', 'show', 'of-ada', 'of-bob'])).out).not.toMatch(/Ada|Bob|example\.com/);
  });
});

it('the audit log has which fields, never their values', async () => {
  const { contact, audit, ada, bob } = await withTwo();
  await contact('edit', bob, '--phone', '5550100000', '--zip', '10001');
  await contact('edit', bob, '--email', 'ada@example.com');
  await contact('merge', ada, bob, '--yes');
  await contact('erase', '--contact', bob, '--yes');
  await contact('edit', 'ada@example.com', '--zip', '1');
  const entries = changesIn(audit).map(({ id: _, at: __, by: ___, byId: ____, ...entry }) => entry);
  expect(entries).toEqual([
    { action: 'contact.edit', on: bob, fields: ['phone', 'zip'], outcome: 'done' },
    { action: 'contact.edit', on: bob, fields: ['email'], outcome: 'refused' },
    { action: 'contact.merge', on: ada, merged: bob, fields: ['lastName', 'keys', 'leads'], outcome: 'done' },
    { action: 'contact.erase', on: ada, outcome: 'done' },
  ]);
  expect(entries.flatMap(({ fields = [] }) => fields).join()).not.toMatch(/@|555|Lee|10001/);
});
