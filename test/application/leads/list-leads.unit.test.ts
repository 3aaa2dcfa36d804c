import { describe, expect, it } from 'vitest';
import { Refused } from '../../../src/domain/refused.ts';
import { inMemoryOperator, minutes } from '../../support/in-memory-operator.ts';

const idsOf = ({ leads }: { leads: readonly { id: string }[] }) => leads.map(({ id }) => id);

describe('the list of leads', () => {
  it('is read page by page, each lead once', async () => {
    const { operator, submit, time } = inMemoryOperator();
    for (const id of 'abcdefghi') {
      await submit(id);
      time.now += 1_000;
    }
    const first = await operator.listLeads({ limit: 3 });
    const second = await operator.listLeads({ limit: 3, cursor: first.next });
    const last = await operator.listLeads({ limit: 3, cursor: second.next });
    expect([first, second, last].map((page) => idsOf(page).join(''))).toEqual(['abc', 'def', 'ghi']);
    expect([first, second, last].map(({ more }) => more)).toEqual([true, true, false]);
  });

  it.each([0, -1, 1.5, Number.NaN])('is refused with a limit of %s: it would never end', async (limit) => {
    await expect(inMemoryOperator().operator.listLeads({ limit })).rejects.toThrow(Refused);
  });

  it('resumes later with new leads, including one that was written late', async () => {
    const { operator, submit, time } = inMemoryOperator();
    await submit('old');
    time.now += minutes(5);
    const late = time.now; // received at this time, written below
    time.now += 500;
    await submit('young');
    time.now += 59_000;
    const walked = await operator.listLeads({ limit: 9 });
    expect(idsOf(walked)).toEqual(['old', 'young']);

    const now = time.now;
    time.now = late;
    await submit('late');
    time.now = now + minutes(2);
    const since = await operator.listLeads({ limit: 9, cursor: walked.next });
    expect(idsOf(since)).toEqual(['late', 'young']);
    expect(idsOf(await operator.listLeads({ limit: 9, cursor: since.next }))).toEqual([]);
    await submit('new');
    expect(idsOf(await operator.listLeads({ limit: 9, cursor: since.next }))).toEqual(['new']);
  });

  it('returns unsettled leads again after the last page', async () => {
    const { operator, submit, time } = inMemoryOperator();
    for (const id of ['a', 'b', 'c']) await submit(id);
    const first = await operator.listLeads({ limit: 2 });
    const last = await operator.listLeads({ limit: 2, cursor: first.next });
    time.now += minutes(2);
    expect(idsOf(await operator.listLeads({ limit: 9, cursor: last.next }))).toEqual(['a', 'b', 'c']);
  });

  it('treats no lead as settled that was read too early, however slowly the pages are read', async () => {
    const { operator, submit, time } = inMemoryOperator();
    for (const id of ['a', 'b', 'c']) await submit(id);
    const first = await operator.listLeads({ limit: 2 });
    await submit('aa'); // written late
    time.now += minutes(2);
    const last = await operator.listLeads({ limit: 2, cursor: first.next });
    expect(idsOf(last)).toEqual(['c']);
    expect(idsOf(await operator.listLeads({ limit: 9, cursor: last.next }))).toEqual(['a', 'aa', 'b', 'c']);
  });

  it('once begun at a time, never returns what was received before it', async () => {
    const { operator, submit, time } = inMemoryOperator();
    for (const id of ['old', 'older']) await submit(id);
    time.now += minutes(60);
    const since = new Date(time.now);
    const none = await operator.listLeads({ limit: 1, since });
    expect(idsOf(none)).toEqual([]);
    expect(idsOf(await operator.listLeads({ limit: 9, cursor: none.next }))).toEqual([]);
    for (const id of ['a', 'b']) await submit(id);
    const first = await operator.listLeads({ limit: 1, since });
    const last = await operator.listLeads({ limit: 1, cursor: first.next });
    expect([...idsOf(first), ...idsOf(last)]).toEqual(['a', 'b']);
    for (const { next } of [none, last])
      expect(idsOf(await operator.listLeads({ limit: 9, cursor: next }))).toEqual(['a', 'b']);
    const ancient = await operator.listLeads({ limit: 1, since: new Date(-1) });
    expect(idsOf(await operator.listLeads({ limit: 1, cursor: ancient.next }))).toEqual(['older']);
  });

  it('always has a cursor, even when it is empty', async () => {
    const { operator, submit } = inMemoryOperator();
    const { next, more } = await operator.listLeads({ limit: 2 });
    expect(more).toBe(false);
    await submit('a');
    expect(idsOf(await operator.listLeads({ limit: 2, cursor: next }))).toEqual(['a']);
  });

  it("can be filtered by a vendor's id or name, an account's before a configured vendor's", async () => {
    const { operator, submit } = inMemoryOperator();
    const acme = await operator.addVendor({ name: 'Acme', by: 'grace' });
    await submit('a', { vendorId: acme.id });
    await submit('b', { vendorId: 'static:demo' });
    await submit('c', { vendorId: 'static:Acme' });
    const of = async (vendor: string) => idsOf(await operator.listLeads({ limit: 9, vendor }));
    expect(await of('Acme')).toEqual(['a']);
    expect(await of('  Acme ')).toEqual(['a']);
    expect(await of(acme.id)).toEqual(['a']);
    expect(await of('static:demo')).toEqual(['b']);
    expect(await of('demo')).toEqual(['b']);
    expect(await of('static:Acme')).toEqual(['c']);
    await expect(of('Nobody')).rejects.toThrow(Refused);
    await expect(of('')).rejects.toThrow(Refused); // an unset variable of a script is not every vendor
  });

  it('can be filtered by the key that leads came with', async () => {
    const { operator, submit } = inMemoryOperator();
    const by = 'grace';
    const acme = await operator.addVendor({ name: 'Acme', by });
    await operator.addVendor({ name: 'Blue', by });
    const issued = [
      await operator.issueKey({ vendor: 'Acme', by }),
      await operator.issueKey({ vendor: 'Acme', by }),
    ];
    const [one = '', two = ''] = issued.map(({ key }) => key.id);
    await submit('a', { vendorId: acme.id, keyId: one });
    await submit('b', { vendorId: acme.id, keyId: two });
    await submit('c', { vendorId: acme.id });
    await operator.moveLead({ leadId: 'a', to: 'Quoted', by });
    const of = async (query: object) => idsOf(await operator.listLeads({ limit: 9, ...query }));
    expect(await of({ key: one })).toEqual(['a']);
    expect(await of({ key: two, vendor: 'Acme' })).toEqual(['b']);
    expect(await of({ key: one, vendor: 'Blue' })).toEqual([]);
    for (const key of ['', 'key_1', acme.id])
      await expect(of({ key })).rejects.toThrow('No key has this id.');
  });

  it.each(['x', '..', '1_a', '1_a.b', `${'9'.repeat(20)}_a.`, '.; drop'])(
    'refuses the cursor %j',
    async (cursor) => {
      const { operator } = inMemoryOperator();
      await expect(operator.listLeads({ limit: 1, cursor })).rejects.toThrow(Refused);
    },
  );
});
