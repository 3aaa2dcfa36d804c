import { describe, expect, it } from 'vitest';
import { Refused } from '../../../../src/operators/domain/refused.ts';
import { inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

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

describe('the changes of leads', () => {
  /** One a second. */
  async function withFive() {
    const parts = inMemoryOperator();
    for (const id of 'abcde') {
      await parts.submit(id);
      parts.time.now += 1_000;
    }
    parts.time.now += minutes(5);
    return {
      ...parts,
      change: (id: string) => parts.operator.noteLead({ leadId: id, kind: 'called', by: 'grace' }),
    };
  }

  it('have everybody, also who changes during a walk, and then whoever has changed since', async () => {
    const { operator, time, change } = await withFive();
    const first = await operator.listChanges({ limit: 2 });
    await change('a');
    await change('e');
    const second = await operator.listChanges({ limit: 2, after: first.next });
    const last = await operator.listChanges({ limit: 2, after: second.next });
    expect([first, second, last].map((page) => idsOf(page).join())).toEqual(['a,b', 'c,d', 'a,e']);
    expect([first, second, last].map(({ more }) => more)).toEqual([true, true, false]);
    time.now += minutes(5);
    const none = await operator.listChanges({ limit: 2, after: last.next });
    const still = await operator.listChanges({ limit: 2, after: none.next });
    expect([idsOf(none), idsOf(still), still.next]).toEqual([['a', 'e'], [], none.next]);
    await change('b');
    for (const after of [still.next, none.next])
      expect(idsOf(await operator.listChanges({ limit: 2, after }))).toEqual(['b']);
  });

  it('have one that was written late, by a machine whose clock is behind', async () => {
    const { operator, time, change } = await withFive();
    await change('a');
    const { next } = await operator.listChanges({ limit: 9 });
    time.now -= 50_000;
    await change('b');
    time.now += 50_000;
    expect(idsOf(await operator.listChanges({ limit: 9, after: next }))).toEqual(['b', 'a']);
  });

  it('have each lead of a change of many when it was changed, however long all take', async () => {
    const { operator, time } = await withFive();
    const moves = [...'abcde'].map((id) => ({ id, to: 'Quoted' as const }));
    const all = (await operator.moveLeads({ moves: [...moves, ...moves.slice(0, 1)], by: 'grace' }))[
      Symbol.asyncIterator
    ]();
    await all.next(); // a group has no lead twice
    time.now += minutes(5);
    const { next } = await operator.listChanges({ limit: 9 });
    await operator.moveLead({ leadId: 'a', to: 'In Progress', by: 'ada' });
    time.now += minutes(5);
    await all.next();
    expect(idsOf(await operator.listChanges({ limit: 9, after: next }))).toEqual(['a']);
  });

  it('have whoever was erased, without anything of them', async () => {
    const { operator, time } = await withFive();
    const { next } = await operator.listChanges({ limit: 9 });
    time.now += minutes(5);
    await operator.eraseLead({ leadId: 'c', by: 'grace' });
    const { leads } = await operator.listChanges({ limit: 9, after: next });
    expect(leads.map(({ id, customer, externalId }) => [id, customer, externalId])).toEqual([
      ['c', undefined, undefined],
    ]);
  });

  it.each(['x', '1_a', '-1_a.'])('refuse the cursor %j', async (after) => {
    await expect(inMemoryOperator().operator.listChanges({ limit: 1, after })).rejects.toThrow(Refused);
  });
});
