import { beforeEach, expect, it } from 'vitest';
import type { Sources } from '../src/application/ports/outbound/sources.ts';
import type { IdentityKey } from '../src/domain/contact.ts';
import { HELD_KEPT, HELD_LASTS_MS, type HeldLead, heldSince } from '../src/domain/sources/held-lead.ts';
import type { ManagedSources } from '../src/operators/application/ports/outbound/managed-sources.ts';
import { DAY_MS } from '../src/operators/domain/day.ts';
import { contractOf, type UnderTest } from './contract.ts';
import { lookalikeLeadIds } from './lookalikes.ts';
import { someHeld, wholeSource } from './source-samples.ts';

const summary = ({ text: _text, readable: _readable, identities: _identities, ...held }: HeldLead) => held;

const others = (id: string) => lookalikeLeadIds(id).filter((each) => each !== id);

/** The two ports of one store, which has neither sources nor held leads yet. */
export interface SourcesUnderTest extends UnderTest<Sources & ManagedSources> {
  /** The port for receiving leads. */
  readonly sources: Sources;
  /** The port for operators, on the same store. */
  readonly managed: ManagedSources;
}

/** What the ports `Sources` and `ManagedSources` promise. `open` is called for each test. */
export const sourcesContract = contractOf<SourcesUnderTest>(['sources', 'managed'], (suite) => {
  let sources: Sources;
  let managed: ManagedSources;
  beforeEach(() => {
    ({ sources, managed } = suite.current());
  });
  const all = () => managed.held({ since: new Date(0), limit: 5_000 });
  const bare = wholeSource({
    id: 'src_bare',
    kind: 'adf',
    vendorId: 'ven_2',
    dealType: undefined,
    name: undefined,
    thanks: undefined,
    origins: [],
    fields: {},
    tested: undefined,
    created: new Date(500),
  });

  it('keeps all of a source, whatever its form calls its fields', async () => {
    for (const source of [wholeSource(), bare]) {
      expect(await managed.addSource(source)).toBe('added');
      expect(await sources.source(source.id), 'keep what a source has, and nothing else').toEqual(source);
    }
    expect(await managed.addSource({ ...bare, kind: 'google' })).toBe('taken');
    expect(await sources.source(bare.id)).toEqual(bare);
    expect(await managed.sources()).toEqual([bare, wholeSource()]);
    expect(await managed.sources('ven_1')).toEqual([wholeSource()]);
    expect(await managed.sources('ven_3')).toEqual([]);
  });

  it('finds a source by its exact id alone', async () => {
    await managed.addSource(bare);
    for (const id of others(bare.id)) expect(await sources.source(id), id).toBeUndefined();
  });

  it('changes a source once for each of many changes at once, and removes it', async () => {
    await managed.addSource(bare);
    const times = Array.from({ length: 5 }, (_, n) => `https://${n}.example.com`);
    await Promise.all(
      times.map((origin) =>
        managed.changeSource(bare.id, (source) => ({ ...source, origins: [...source.origins, origin] })),
      ),
    );
    await sources.markTested(bare.id, new Date(7_000));
    const changed = await sources.source(bare.id);
    expect([...(changed?.origins ?? [])].sort(), 'guard each change by what it was made from').toEqual(times);
    expect(changed?.tested).toEqual(new Date(7_000));
    const refuse = () => {
      throw new RangeError('no');
    };
    await expect(managed.changeSource(bare.id, refuse)).rejects.toThrow(RangeError);
    expect(await managed.changeSource('src_none', (source) => source)).toBeUndefined();
    await sources.markTested('src_none', new Date());
    expect([await managed.removeSource(bare.id), await managed.removeSource(bare.id)]).toEqual([true, false]);
    expect(await sources.source(bare.id)).toBeUndefined();
  });

  it('holds something once, as it came, until it is released', async () => {
    const held = someHeld();
    const later = someHeld({
      id: 'held_2',
      at: new Date(held.at.getTime() + 1),
      problems: [],
      why: 'broken',
    });
    expect(await sources.hold(later)).toBe('held');
    expect(await sources.hold(held)).toBe('held');
    expect(await sources.hold({ ...held, text: 'other' })).toBe('held-before');
    expect(await all(), 'the oldest first').toEqual([held, later].map(summary));
    const counted = (count: number) => [{ sourceId: held.sourceId, apart: false, count }];
    expect(await managed.countHeld(held.at)).toEqual(counted(2));
    expect(await managed.countHeld(later.at)).toEqual(counted(1));
    expect(await managed.held({ since: later.at, limit: 10 })).toEqual([summary(later)]);
    expect(await managed.held({ since: held.at, limit: 1 })).toEqual([summary(held)]);
    expect(await managed.heldLead('held_2')).toEqual(later);
    for (const id of others('held_2')) expect(await managed.heldLead(id), id).toBeUndefined();
    expect([await managed.release(held.id), await managed.release(held.id)]).toEqual([true, false]);
    expect(await all()).toEqual([summary(later)]);
  });

  it('holds something once for many who send it at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => sources.hold(someHeld())));
    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1);
    expect(await all()).toHaveLength(1);
  });

  it('finds and forgets what stands under an email or phone, and nothing else', async () => {
    const ofAda = someHeld();
    const ofBob = someHeld({ id: 'held_2', identities: ['e:bob@example.com'] });
    const ofNobody = someHeld({ id: 'held_3', identities: [] });
    for (const each of [ofAda, ofBob, ofNobody]) await sources.hold(each);
    const of = (...identities: readonly IdentityKey[]) =>
      managed.held({ since: new Date(0), limit: 10, identities });
    expect(await of()).toEqual([]);
    expect(await of('e:bob@example.com', 'p:5550102030')).toEqual([ofAda, ofBob].map(summary));
    const forget = (...identities: readonly IdentityKey[]) => managed.forgetHeld(identities, new Date());
    expect([await forget(), await forget('e:eve@example.com', 'e:ADA@example.com')]).toEqual([0, 0]);
    expect(await all()).toHaveLength(3);
    expect(await forget('e:eve@example.com', 'e:ada@example.com', 'p:5550102030')).toBe(1);
    expect((await all()).map(({ id }) => id)).toEqual(['held_2', 'held_3']);
    await sources.hold(ofAda); // a forgotten lead can be sent and held again
    expect(await all()).toHaveLength(3);
  });

  it(`holds ${HELD_KEPT} things of one source that have not come to their end, and no more`, async () => {
    const now = Date.now();
    const nth = (n: number, more = {}) => someHeld({ id: `held_n${n}`, at: new Date(now - n), ...more });
    const ended = new Date(now - HELD_LASTS_MS - DAY_MS);
    await sources.hold(nth(HELD_KEPT, { at: ended }));
    for (let n = 0; n < HELD_KEPT; n += 50)
      await Promise.all(Array.from({ length: 50 }, (_, more) => sources.hold(nth(n + more))));
    expect(await managed.held({ since: heldSince(new Date(now)), limit: 5_000 })).toHaveLength(HELD_KEPT);
    expect(await sources.hold(nth(-1))).toBe('full');
    expect(await sources.hold(nth(0)), 'what is held is held').toBe('held-before');
    expect(await sources.hold(nth(-1, { sourceId: 'src_other' })), 'a source has room of its own').toBe(
      'held',
    );
    expect(await sources.hold(nth(-3, { cut: true })), 'a beginning has more room').toBe('held');
    for (const n of [7, 8]) await managed.release(`held_n${n}`);
    expect(await sources.hold(nth(-2))).toBe('held');
  });

  it('lists what is held of one source, apart or not, page by page', async () => {
    const { at } = someHeld();
    const nth = (n: number, more = {}) =>
      someHeld({ id: `held_${n}`, at: new Date(at.getTime() + (n === 3 ? 2 : n)), ...more });
    for (const each of [nth(3), nth(1), nth(2), nth(4)]) await sources.hold(each);
    await sources.hold(nth(5, { why: 'automatic', readable: 'Hello', declared: 'message/rfc822' }));
    await sources.hold(nth(6, { sourceId: 'src_other' }));
    const listed = async (query: object) =>
      (await managed.held({ since: at, limit: 9, ...query })).map(({ id }) => id);
    const sourceId = 'src_whole';
    expect(await listed({ sourceId, apart: false })).toEqual(['held_1', 'held_2', 'held_3', 'held_4']);
    expect(await listed({ sourceId: 'src_other' })).toEqual(['held_6']);
    expect(await listed({ apart: 'automatic' })).toEqual(['held_5']);
    expect(await listed({ apart: false, limit: 2 })).toEqual(['held_1', 'held_2']);
    const { at: time } = nth(2);
    expect(await listed({ apart: false, after: { at: time, id: 'held_2' } })).toEqual([
      'held_3',
      'held_4',
      'held_6',
    ]);
    expect(await listed({ identities: ['e:ada@example.com'] })).toHaveLength(6);
    expect(new Set(await managed.countHeld(at))).toEqual(
      new Set([
        { sourceId, apart: false, count: 4 },
        { sourceId, apart: 'automatic', count: 1 },
        { sourceId: 'src_other', apart: false, count: 1 },
      ]),
    );
    expect(await managed.heldLead('held_5')).toMatchObject({ readable: 'Hello', declared: 'message/rfc822' });
  });

  it('holds a hundred newsletters and automatic answers: the oldest makes room, and no lead does', async () => {
    const { at } = someHeld();
    await sources.hold(someHeld());
    for (let n = 0; n < 102; n += 1)
      await sources.hold(someHeld({ id: `held_n${n}`, at: new Date(at.getTime() + n), why: 'automatic' }));
    const apart = await managed.held({ since: new Date(0), apart: 'automatic', limit: 500 });
    expect([apart.length, apart[0]?.id]).toEqual([100, 'held_n2']);
    expect(await managed.heldLead('held_1')).toBeDefined();
  });

  it('holds what a trap caught for a week, apart', async () => {
    const { at } = someHeld();
    const caught = (id: string, days: number) =>
      sources.hold(someHeld({ id, at: new Date(at.getTime() + days * DAY_MS), why: 'trapped' }));
    for (const [id, days] of Object.entries({ held_a: 0, held_b: 6, held_c: 8 })) await caught(id, days);
    const trapped = await managed.held({ since: new Date(0), apart: 'trapped', limit: 9 });
    expect(trapped.map(({ id }) => id)).toEqual(['held_b', 'held_c']);
    expect(await managed.held({ since: at, apart: false, limit: 9 })).toEqual([]);
    expect(await managed.countHeld(at)).toEqual([{ sourceId: 'src_whole', apart: 'trapped', count: 2 }]);
  });
});
