import { describe, expect, it } from 'vitest';
import { type LeadStatus, leadStatuses } from '../src/domain/lead-status.ts';
import type { DealQuery } from '../src/operators/application/ports/outbound/kept-leads.ts';
import { type ActivityKind, activityKinds } from '../src/operators/domain/work/activity.ts';
import { followUpDeal } from '../src/operators/domain/work/follow-up.ts';
import { noteDeal } from '../src/operators/domain/work/note-deal.ts';
import { strikeActivity } from '../src/operators/domain/work/strike-activity.ts';
import { type DealChange, type WorkedDeal, withChange } from '../src/operators/domain/work/worked-deal.ts';
import type { BackOfficeSubject } from './back-office-subject.ts';
import { changeOne, second, to } from './operator-samples.ts';
import { byId } from './samples.ts';

const kept = 'every part of a change is written, and nothing else of the deal';
const raced = 'changes ran over each other: write only if all of the deal is still as it was decided on';

const note =
  (text: string | undefined, kind: ActivityKind = 'note', n = 9, by = 'grace') =>
  (deal: WorkedDeal) =>
    noteDeal(deal, { kind, text, at: second(n), by, byId: by === 'grace' ? 'per_grace' : undefined });

/** A follow-up that grace has promised. */
const promisedFor = (n: number) => ({ at: second(n), by: 'grace', byId: 'per_grace' });

/** A lead that grace gave to ada then. */
const givenAt = (n: number) => {
  const at = second(n);
  return { owner: 'ada', changedAt: at, assigned: { at, by: 'grace', byId: 'per_grace', from: undefined } };
};

/** Tests what salespeople write down about leads, and their follow-ups. */
export function workedDeals(subject: BackOfficeSubject): void {
  const list = (query: Partial<DealQuery>) => subject.list(query);
  const paged = (query: Partial<DealQuery>) => subject.paged(query);
  const dealNow = async (id = 'lead-1') => (await subject.kept(id)) as WorkedDeal;
  const change = (decide: (deal: WorkedDeal) => DealChange | undefined, id = 'lead-1') =>
    changeOne(subject.leads, id, decide);

  describe('what is written down about a lead', () => {
    it('is kept in order, whatever its kind, with line breaks, in any script', async () => {
      let deal = await subject.deal('lead-1');
      const texts = ['Call after 5 pm.\nHas a trade-in.', undefined, 'שלום 👋 ok', undefined, ' x '];
      for (const [at, kind] of activityKinds.entries()) {
        const decide = note(texts[at], kind, at);
        const changed = await change(decide);
        const after = withChange(deal, decide(deal));
        expect(changed, kept).toEqual({ before: deal, after });
        expect(await dealNow(), kept).toEqual(after);
        deal = after;
      }
      expect(deal.activities.map(({ text }) => text)).toEqual([...texts.slice(0, -1), 'x']);
    });

    it('is never lost among simultaneous notes and moves', async () => {
      await subject.deal('lead-1');
      const statuses: readonly LeadStatus[] = ['Quoted', 'Evaluation Scheduled'];
      await Promise.all(
        Array.from({ length: 16 }, (_, n) =>
          change(n % 4 ? note(`${n}`, n % 4 === 1 ? 'reached' : 'note') : to(statuses[(n / 4) % 2] ?? 'Won')),
        ),
      );
      const { activities, answeredAt } = await dealNow();
      const written = activities.map(({ text }) => Number(text)).toSorted((a, b) => a - b);
      expect(written, raced).toEqual([1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15]);
      expect(answeredAt).toEqual(second(9));
    });

    it('is crossed out by its author, alone or together with something new, and counts no more', async () => {
      await subject.deal('lead-1', { followUp: promisedFor(5) });
      await change(note('Spoke', 'reached', 4));
      const acting = { at: second(20), by: 'grace', byId: 'per_grace' };
      const strike = (deal: WorkedDeal) => strikeActivity(deal, '1', acting);
      const before = await dealNow();
      expect(before.answeredAt).toEqual(second(4));
      const after = withChange(before, strike(before));
      expect((await change(strike))?.after, kept).toEqual(after);
      expect(await dealNow(), kept).toEqual(after);
      expect(after).toMatchObject({ answeredAt: undefined, activities: [{ struck: { by: 'grace' } }] });
      await change(note('Another', 'note', 21));
      const both = (deal: WorkedDeal) => ({
        ...note('Once more')(deal),
        ...strikeActivity(deal, '2', acting),
      });
      const last = await dealNow();
      expect((await change(both))?.after, kept).toEqual(withChange(last, both(last)));
      expect((await dealNow()).activities.map(({ struck }) => struck !== undefined)).toEqual([
        true,
        true,
        false,
      ]);
    });

    it('is added together with a move, or not at all', async () => {
      const before = await subject.deal('lead-1', { followUp: promisedFor(50) });
      const both = (deal: WorkedDeal) => ({
        ...to('Won', 'grace', 'signed')(deal),
        ...note('Signed.', 'wrote', 9, 'eve')(deal),
      });
      const after = withChange(before, both(before));
      expect((await change(both))?.after, kept).toEqual(after);
      expect(await dealNow(), kept).toEqual(after);
      expect(after).toMatchObject({ status: 'Won', followUp: undefined, answeredAt: second(9) });
      await expect(change((deal) => ({ ...note('x')(deal), ...to('Lost')(deal) }))).rejects.toThrow(
        'cannot become',
      );
      expect(await dealNow(), kept).toEqual(after);
    });
  });

  describe('each part of a change', () => {
    const parts = {
      answeredAt: { answeredAt: second(3) },
      'another answeredAt': { answeredAt: second(4) },
      'no answeredAt': { answeredAt: null },
      reopened: { reopened: { at: second(5) } },
      'an answer since': { reopened: { at: second(5), answeredAt: second(6) } },
      'no answer since': { reopened: { at: second(5) } },
      'another reopening': { reopened: { at: second(7) } },
      'no reopening': { reopened: null },
      followUp: { followUp: promisedFor(8) },
      'another followUp': { followUp: { ...promisedFor(9), text: 'Call.' } },
      'a followUp without an author': { followUp: { at: second(9) } },
      'no followUp': { followUp: null },
      all: { owner: 'grace', answeredAt: second(1), reopened: { at: second(2) }, followUp: promisedFor(3) },
      none: { owner: null, answeredAt: null, reopened: null, followUp: null },
    } satisfies Record<string, DealChange>;

    it('is set and taken away, and nothing else is', async () => {
      let deal = await subject.deal('lead-1');
      const other = await subject.deal('other');
      for (const [name, part] of Object.entries<DealChange>(parts)) {
        const after = withChange(deal, part);
        expect([name, await change(() => part)], kept).toEqual([name, { before: deal, after }]);
        expect([name, await dealNow()], kept).toEqual([name, after]);
        deal = after;
      }
      expect(await dealNow('other')).toEqual(other);
    });

    it('is made by one of many lists at once, and no other says that it made it', async () => {
      const reopened = { at: second(0) };
      const moved = { status: 'Quoted', at: second(9), by: 'grace', reason: undefined } as const;
      const parts: Record<string, (deal: WorkedDeal, n: number) => DealChange | false> = {
        'status of a move': ({ history }, n) =>
          history.length === 1 && { moved: { ...moved, status: leadStatuses[n] ?? 'Won' } },
        'time of a move': ({ history }, n) => history.length === 1 && { moved: { ...moved, at: second(n) } },
        owner: (deal, n) => deal.owner === undefined && { owner: `person ${n}` },
        'author of a note': (deal, n) =>
          deal.activities.length === 0 && note('x', 'note', 9, `person ${n}`)(deal),
        'kind of a note': (deal, n) => deal.activities.length === 0 && note('x', activityKinds[n])(deal),
        answeredAt: (deal, n) => !deal.answeredAt && { answeredAt: second(n) },
        reopened: (deal, n) =>
          deal.reopened?.at.getTime() === reopened.at.getTime() && { reopened: { at: second(n) } },
        'an answer since': (deal, n) =>
          !deal.reopened?.answeredAt && { reopened: { ...reopened, answeredAt: second(n) } },
        followUp: (deal, n) => !deal.followUp && { followUp: promisedFor(n) },
        'author of a followUp': (deal, n) =>
          !deal.followUp && { followUp: { at: second(9), by: `person ${n}` } },
      };
      for (const [part, set] of Object.entries(parts)) {
        const ids = Array.from({ length: 12 }, (_, n) => `${part} ${n}`);
        for (const id of ids) await subject.deal(id, { reopened });
        const outcomes = await Promise.all(
          [1, 2, 3, 4].map((n) =>
            subject.leads.changeDeals(
              ids.filter((_, at) => at % 4 !== n % 4),
              (deal) => set(deal, n) || undefined,
            ),
          ),
        );
        const made = outcomes
          .flat()
          .flatMap((each) => (each && 'after' in each && each.before !== each.after ? [each.after] : []));
        const now = await Promise.all(ids.map((id) => dealNow(id)));
        expect([part, byId(made)], raced).toEqual([part, byId(now)]);
      }
    });

    it('is decided on the deal as it is, however many change it at once', async () => {
      await subject.deal('lead-1');
      const decided: (Date | undefined)[] = [];
      const later = Array.from({ length: 12 }, (_, n) =>
        change((deal) => {
          decided.push(deal.followUp?.at);
          const to = new Date((deal.followUp?.at ?? second(20)).getTime() + 1000);
          return followUpDeal(deal, { to }, { at: second(n), by: 'grace', byId: 'per_grace' });
        }),
      );
      const reopened = Array.from({ length: 12 }, () =>
        change((deal) => ({ reopened: { at: new Date((deal.reopened?.at ?? second(0)).getTime() + 1000) } })),
      );
      const answered = Array.from({ length: 12 }, () =>
        change((deal) => ({ answeredAt: new Date((deal.answeredAt ?? second(0)).getTime() + 1000) })),
      );
      await Promise.all([...later, ...reopened, ...answered]);
      expect(await dealNow(), raced).toMatchObject({
        followUp: promisedFor(32),
        reopened: { at: second(12) },
        answeredAt: second(12),
      });
    });
  });

  it('a lost reason is kept with the move, shown while the lead is Lost, and history of its own', async () => {
    const deal = await subject.deal('lead-1', { followUp: promisedFor(50) });
    const lost = { status: 'Lost', at: second(9), by: 'grace', reason: undefined } as const;
    const moved = { ...lost, lostReason: 'price', followUpAt: second(50) };
    const { after } = (await change(() => ({ moved, followUp: null }))) ?? {};
    expect(await dealNow(), kept).toEqual(after);
    expect(after?.history).toEqual([...deal.history, moved]);
    const shown = async () => (await subject.leads.deals({ limit: 9 }))[0]?.lostReason;
    expect(await shown()).toBe('price');
    await change(to('Quoted', 'grace', 'came back'));
    expect(await shown()).toBeUndefined();
    await change(to('Lost'));
    expect(await shown(), 'the lost reason is that of the last move, not an earlier one').toBeUndefined();
  });

  describe('the list of what is due', () => {
    it('has the leads whose follow-up is before that time, the earliest first, and continues from any place', async () => {
      const due = { a: 5, b: 3, c: 3, d: 7, e: 1, f: undefined };
      for (const [id, n] of Object.entries(due))
        await subject.deal(id, { followUp: n === undefined ? undefined : promisedFor(n) });
      const cause = 'sort by the follow-up, then by id, and continue after both together';
      expect(await list({ due: second(99) }), cause).toEqual(['e', 'b', 'c', 'a', 'd']);
      expect(await list({ due: second(99), newest: true }), cause).toEqual(['e', 'b', 'c', 'a', 'd']);
      expect(await list({ due: second(5) }), 'before that time, not at it').toEqual(['e', 'b', 'c']);
      expect(await list({ due: second(1) })).toEqual([]);
      expect(await paged({ due: second(99) }), cause).toEqual([['e', 'b'], ['c', 'a'], ['d'], []]);
      const place = { receivedAt: second(0), followUp: promisedFor(3), id: '' };
      expect(await list({ due: second(99), after: place })).toEqual(['b', 'c', 'a', 'd']);
      await changeOne(subject.leads, 'b', () => ({ owner: 'grace' }));
      expect(await list({ due: second(99), owners: ['grace'] })).toEqual(['b']);
      await changeOne(subject.leads, 'b', () => ({ changedAt: second(9) }));
      expect(await list({ due: second(99), changed: true }), 'every condition counts').toEqual(['b']);
      expect(await list({ due: second(99), owners: [null], until: second(0) })).toEqual([]);
      expect(await list({ due: second(99), owners: ['nobody else', null] })).toEqual(
        (await list({ due: second(99) })).filter((id) => id !== 'b'),
      );
      expect(await list({ due: second(99), owners: ['grace', null] })).toContain('b');
      await changeOne(subject.leads, 'e', note(undefined, 'reached'));
      expect(await list({ due: second(99) }), 'an answer ended it').toEqual(['b', 'c', 'a', 'd']);
      const [first] = await subject.leads.deals({ due: second(99), limit: 1 });
      expect(first?.followUp).toEqual(promisedFor(3));
    });

    it('has those of an owner, and those that somebody promised, whosever the lead is', async () => {
      const ada = (n: number) => ({ at: second(n), by: 'ada', byId: 'per_ada' });
      await subject.deal('hers', { owner: 'per_grace', followUp: ada(1) });
      await subject.deal('promised', { owner: 'per_eve', followUp: promisedFor(2) });
      await subject.deal('of nobody', { followUp: promisedFor(3) });
      await subject.deal('of old', { owner: 'per_grace', followUp: { at: second(4) } });
      await subject.deal('neither', { owner: 'per_eve', followUp: ada(5) });
      const due = { due: second(99) };
      const cause = 'ownersOrPromised: the owner, or the id of who made the follow-up';
      for (const [ids, found] of [
        [['per_grace'], ['hers', 'promised', 'of nobody', 'of old']],
        [
          ['per_grace', null],
          ['hers', 'promised', 'of nobody', 'of old'],
        ],
        [['per_ada'], ['hers', 'neither']],
        [[null], ['of nobody']],
      ] as const) {
        expect([ids, await list({ ...due, ownersOrPromised: ids })], cause).toEqual([ids, found]);
        const counted = await subject.leads.countDeals([{ ...due, ownersOrPromised: ids }], 9);
        expect([ids, counted], cause).toEqual([ids, [found.length]]);
      }
    });
  });

  describe('the list of customers who wait for an answer', () => {
    it('has new leads and reopened ones, the longest first, and continues from any place', async () => {
      const open = (n: number) => ({ receivedAt: second(n), vendorId: n % 2 ? 'ven_1' : 'ven_2' });
      await subject.deal('new', open(1));
      await subject.deal('newer', open(6));
      await subject.deal('b same time', open(4));
      await subject.deal('reached', { ...open(0), answeredAt: second(2) });
      await subject.deal('imported', open(0));
      await changeOne(subject.leads, 'imported', to('Quoted'));
      await subject.deal('reopened', { ...open(0), answeredAt: second(2), reopened: { at: second(4) } });
      await subject.deal('a same time', { ...open(0), reopened: { at: second(4) } });
      await subject.deal('late again', { ...open(5), reopened: { at: second(9) } });
      await subject.deal('answered again', {
        ...open(0),
        reopened: { at: second(3), answeredAt: second(4) },
      });
      await subject.deal('won again', { ...open(0), reopened: { at: second(3) } });
      await changeOne(subject.leads, 'won again', to('Won'));
      const all = ['new', 'a same time', 'b same time', 'reopened', 'newer', 'late again'];
      const cause =
        'a lead waits while isUnanswered, sorted by clockOf, then by id: since its receipt, or since it was reopened';
      expect(await list({ unanswered: true }), cause).toEqual(all);
      const latestFirst = all.toReversed();
      expect(await list({ unanswered: true, newest: true }), cause).toEqual(latestFirst);
      expect(await paged({ unanswered: true, newest: true }), cause).toEqual([
        latestFirst.slice(0, 2),
        latestFirst.slice(2, 4),
        latestFirst.slice(4),
        [],
      ]);
      const early = await list({ unanswered: true, waitingBefore: second(6) });
      expect(early, 'waitingBefore: by the beginning of the wait').toEqual(all.slice(0, 4));
      const counted = { unanswered: true, waitingBefore: second(9) };
      expect(await subject.leads.countDeals([counted], 9), cause).toEqual([5]);
      const moment = { receivedAt: second(4), id: '' };
      expect(await list({ unanswered: true, after: moment }), cause).toEqual(all.slice(1));
      expect(await list({ unanswered: true, newest: true, after: moment }), cause).toEqual(['new']);
      await changeOne(subject.leads, 'newer', () => ({ followUp: promisedFor(50) }));
      const unplanned = all.filter((id) => id !== 'newer');
      expect(await list({ unanswered: true, unplanned: true })).toEqual(unplanned);
      expect(await list({ unanswered: true, unplanned: false })).toEqual(all);
      await changeOne(subject.leads, 'newer', () => ({ followUp: null }));
      expect(await list({ unanswered: true, unplanned: true })).toEqual(all);
      expect(await list({ unanswered: true, status: 'In Progress' })).toEqual(all);
      expect(await list({ unanswered: true, open: true })).toEqual(all);
      expect(await list({ unanswered: true, status: 'Quoted' })).toEqual([]);
      expect(await list({ unanswered: true, vendorId: 'ven_1' })).toEqual(['new', 'late again']);
      expect(await list({ unanswered: true, owners: [null], limit: 2 })).toEqual(all.slice(0, 2));
      const pages = [all.slice(0, 2), all.slice(2, 4), all.slice(4), []];
      expect(await paged({ unanswered: true }), cause).toEqual(pages);
      const [, first] = await subject.leads.deals({ unanswered: true, limit: 2 });
      expect(first).toMatchObject({ id: 'a same time', reopened: { at: second(4) } });
      await changeOne(subject.leads, 'new', note(undefined, 'no-answer'));
      expect(await list({ unanswered: true }), 'only reached and wrote are answers').toEqual(all);
      await changeOne(subject.leads, 'new', note(undefined, 'reached'));
      await changeOne(subject.leads, 'reopened', note(undefined, 'wrote'));
      const left = ['a same time', 'b same time', 'newer', 'late again'];
      expect(await list({ unanswered: true }), cause).toEqual(left);
    });
  });

  it('the list of what stands still has open leads that were answered, without promise or work since', async () => {
    const answeredAt = second(2);
    const leads: readonly (readonly [string, Partial<WorkedDeal>])[] = [
      ['answered', { answeredAt, changedAt: second(2) }],
      ['imported', { status: 'Quoted' }],
      ['new', {}],
      ['reopened', { answeredAt, reopened: { at: second(3) }, changedAt: second(3) }],
      ['answered again', { reopened: { at: second(3), answeredAt: second(4) }, changedAt: second(4) }],
      ['promised', { answeredAt, changedAt: second(2), followUp: promisedFor(40) }],
      ['worked on', { answeredAt, changedAt: second(9) }],
      ['given', { answeredAt, changedAt: second(9), stillSince: second(4) }],
      ['won', { status: 'Won', answeredAt, changedAt: second(2) }],
      ['of another', { status: 'Evaluation Scheduled', changedAt: second(3), owner: 'ada' }],
    ];
    for (const [n, [id, deal]] of leads.entries())
      await subject.deal(id, deal, { email: `${n}@example.com` });
    await subject.deal('erased', {}, { email: 'gone@example.com' });
    await subject.erasure.eraseLead('erased', second(4));
    const all = ['answered', 'answered again', 'erased', 'given', 'imported', 'of another'];
    const cause = 'still: isStill, also of an erased customer, and of one that was given since';
    expect((await list({ still: second(4) })).toSorted(), cause).toEqual(all);
    expect((await list({ still: second(3) })).toSorted(), cause).toEqual([
      'answered',
      'imported',
      'of another',
    ]);
    expect(await list({ still: second(4), owners: ['ada'] }), cause).toEqual(['of another']);
    const counted = await subject.leads.countDeals([{ still: second(4), owners: [null] }], 9);
    expect(counted, cause).toEqual([5]);
    const [given] = await subject.leads.deals({ still: second(4), matching: [{ id: 'given' }], limit: 1 });
    expect(given?.stillSince, cause).toEqual(second(4));
  });

  it('the list of given leads has those whose owner is new', async () => {
    for (const [n, id] of ['never', 'long ago', 'now', 'later'].entries())
      await subject.deal(id, n === 0 ? {} : givenAt(n));
    expect(await list({ givenSince: second(2) }), 'givenSince: by `assigned`').toEqual(['later', 'now']);
    expect(await list({ givenSince: second(2), owners: ['eve'] })).toEqual([]);
  });

  it('a given lead keeps that its owner has not opened it, and when they did, which is no change of it', async () => {
    const { assigned, ...rest } = givenAt(2);
    const before = await subject.deal('lead-1', { ...rest, assigned: { ...assigned, openedAt: null } });
    const opened = { ...assigned, openedAt: second(5) };
    expect(await change(() => ({ assigned: opened })), kept).toEqual({
      before,
      after: { ...before, assigned: opened },
    });
    const [listed] = await subject.leads.deals({ givenSince: second(2), limit: 1 });
    expect(listed?.assigned, kept).toEqual(opened);
    expect(listed?.changedAt, kept).toEqual(second(2));
  });

  it('the list of deals shows the first words of each, and of an erased one none', async () => {
    const long = `${'word '.repeat(60)}end`;
    await subject.deal('lead-1', {}, { notes: '  Wants\n a   test drive.', dealType: 'other' });
    await subject.deal('lead-2', {}, { notes: long });
    await subject.deal('lead-3', {}, { notes: '😀'.repeat(300) });
    await subject.deal('lead-4', {}, { notes: 'gone' });
    await subject.deal('lead-5', {}, { notes: 'Call me.\u0000 After 5 pm.' });
    await subject.erasure.eraseLead('lead-4', second(20));
    const words = (await subject.leads.deals({ limit: 9 })).map(({ firstWords }) => firstWords);
    expect(words, 'firstWords of the deal, without reading more of the notes than that needs').toEqual([
      'Wants a test drive.',
      `${'word '.repeat(24).slice(0, 119).trimEnd()}…`,
      `${'😀'.repeat(119)}…`,
      '',
      'Call me.\u0000 After 5 pm.',
    ]);
  });
}
