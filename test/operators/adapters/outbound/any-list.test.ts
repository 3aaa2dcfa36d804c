import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leadStatuses, openStatuses } from '../../../../src/domain/lead-status.ts';
import { MongoLeads } from '../../../../src/operators/adapters/outbound/mongodb/leads/mongo-leads.ts';
import { mongoShelves } from '../../../../src/operators/adapters/outbound/mongodb/mongo-shelves.ts';
import { sqliteShelves } from '../../../../src/operators/adapters/outbound/sqlite/sqlite-shelves.ts';
import { orderOf } from '../../../../src/operators/application/leads/orders.ts';
import { pagesOf } from '../../../../src/operators/application/pages-of.ts';
import type {
  DealQuery,
  KeptLeads,
} from '../../../../src/operators/application/ports/outbound/kept-leads.ts';
import { Refused } from '../../../../src/operators/domain/refused.ts';
import { activityKinds } from '../../../../src/operators/domain/work/activity.ts';
import { waitsSince } from '../../../../src/operators/domain/work/answer.ts';
import {
  type ConditionName,
  type ConditionWords,
  conditionWords,
  type DealConditions,
  type DealMatch,
  isWanted,
  type WordedName,
} from '../../../../src/operators/domain/work/deal-conditions.ts';
import { saidKeys, saidWords, vehicleWords } from '../../../../src/operators/domain/work/found-by.ts';
import { stillSince } from '../../../../src/operators/domain/work/still-since.ts';
import { statusSince, type WorkedDeal } from '../../../../src/operators/domain/work/worked-deal.ts';
import { days, inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';
import { connectTo } from '../../../support/mongo-store.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

const LEADS = 250;
/** The lists for each run that other properties have. */
const LISTS = 40;
const PEOPLE = ['Grace', 'Linus'] as const;

type World = ReturnType<typeof inMemoryOperator>;
/** Something that a person does with a lead. */
type Step = (world: World, lead: Pick<WorkedDeal, 'id' | 'contactId'>, by: string) => Promise<unknown>;

const draft = fc.record(
  {
    firstName: fc.constantFrom('Ada', 'Zoë', 'Anne-Marie', 'O’Brien'),
    lastName: fc.constantFrom('Lee', 'Müller', 'de la Cruz', '王'),
    email: fc.nat(80).map((n) => `one${n}@example.com`),
    phone: fc.nat(40).map((n) => `21255501${n + 10}`),
    dealType: fc.constantFrom('sales', 'rental', 'other'),
    externalId: fc.constantFrom('A-1', 'a-1', 'B-2', 'straße'),
    vehicleYear: fc.constantFrom('2019', '2020'),
    vehicleMake: fc.constantFrom('Ford', 'Mercedes-Benz'),
    vehicleModel: fc.constantFrom('F-150', 'Ada'),
  },
  { requiredKeys: ['firstName', 'email'] },
);
const person = fc.constantFrom(...PEOPLE);

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...leadStatuses).map(
    (to): Step =>
      ({ operator }, { id: leadId }, by) =>
        operator.moveLead({ leadId, to, by, endFollowUp: true }),
  ),
  fc.constantFrom(...activityKinds).map(
    (kind): Step =>
      ({ operator }, { id: leadId }, by) =>
        operator.noteLead({ leadId, kind, text: 'So it is.', by, endFollowUp: true }),
  ),
  fc.tuple(fc.nat(days(9)), person).map(
    ([later]): Step =>
      ({ operator, time }, { id: leadId }, by) =>
        operator.followUp({ leadId, at: new Date(time.now + later), by, endFollowUp: true }),
  ),
  fc.option(person, { nil: undefined }).map(
    (to): Step =>
      ({ operator }, { id: leadId }, by) =>
        operator.assignLead({ leadId, to, by }),
  ),
  fc.constantFrom(...openStatuses, 'Won' as const).map(
    (to): Step =>
      async ({ operator, time }, { id: leadId }, by) => {
        const { at } = await operator.moveLead({ leadId, to, by, endFollowUp: true });
        time.now += minutes(1);
        for await (const _ of await operator.undoChanges({ at: [at], by }));
      },
  ),
  draft.map(
    ({ lastName = 'Lovelace' }): Step =>
      ({ operator }, { contactId }, by) =>
        operator.editContact({ contactId, draft: { lastName }, by }),
  ),
);
/** What happens to few. */
const rareStep: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>(({ operator }, { id: leadId }, by) => operator.eraseLead({ leadId, by })),
  fc.constant<Step>(({ operator }, { contactId }, by) => operator.eraseContact({ contactId, by })),
  fc.nat().map(
    (n): Step =>
      async ({ operator, ports }, { contactId: keptId }, by) => {
        const leads = await ports.leads.deals({ limit: LEADS });
        const { contactId: goneId = keptId } = leads[n % leads.length] ?? {};
        return operator.mergeContacts({ keptId, goneId, by });
      },
  ),
);

const lead = fc.record({
  draft,
  vendorId: fc.constantFrom('ven_1', 'ven_2'),
  keyId: fc.constantFrom('key_1', 'key_2'),
  after: fc.nat(minutes(300)),
  steps: fc.array(
    fc.record({
      step: fc.oneof({ weight: 40, arbitrary: step }, { weight: 1, arbitrary: rareStep }),
      of: fc.nat(),
      by: person,
      after: fc.nat(minutes(60)),
    }),
    { maxLength: 6 },
  ),
});

/** Keeps leads in memory, with whatever happens to leads. */
async function someLeads(): Promise<World> {
  const world = inMemoryOperator();
  await world.addPeople(...PEOPLE);
  for (const [n, { draft, after, steps, ...from }] of fc.sample(lead, LEADS).entries()) {
    world.time.now += after;
    await world.submit(`lead-${n}`, { draft, ...from });
    for (const { step, of, by, after } of steps) {
      world.time.now += after;
      const kept = await world.ports.leads.lead(`lead-${of % (n + 1)}`);
      await step(world, kept?.deal ?? { id: '', contactId: '' }, by).catch((error) => {
        if (!(error instanceof Refused)) throw error;
      });
    }
  }
  return world;
}

const timesOf = (deal: WorkedDeal): readonly Date[] =>
  [
    deal.receivedAt,
    deal.changedAt,
    deal.followUp?.at,
    deal.assigned?.at,
    statusSince(deal),
    stillSince(deal),
    waitsSince(deal),
  ].filter((time) => time !== undefined);

const textsIn = (part: object): readonly string[] =>
  Object.values(part).flatMap((each) => {
    if (typeof each === 'string') return each;
    return typeof each === 'object' && each !== null ? textsIn(each) : [];
  });

/** A list of leads, by few conditions at once, most of which some lead meets. */
function listAmong(deals: readonly WorkedDeal[], contactIds: readonly string[]): fc.Arbitrary<DealQuery> {
  const oneOf = <T>(all: readonly T[]) => fc.constantFrom(...new Set(all));
  const deal = fc.constantFrom(...deals);
  const time = fc
    .tuple(
      deal.chain((each) => oneOf(timesOf(each))),
      fc.constantFrom(-1, 0, 1),
    )
    .map(([at, ms]) => new Date(at.getTime() + ms));
  const owner = oneOf([null, ...deals.flatMap(({ owner = [] }) => owner)]);
  const owners = fc.uniqueArray(owner, { minLength: 1, maxLength: 3 });
  const key = oneOf(deals.flatMap(saidKeys));
  const beginning = (words: readonly string[]) =>
    fc.tuple(oneOf(words), fc.integer({ min: 1, max: 6 })).map(([word, n]) => [...word].slice(0, n).join(''));
  const nameWord = beginning(deals.flatMap(saidWords));
  const word = fc.oneof(nameWord, beginning(deals.flatMap(vehicleWords)));
  const externalId = fc.constantFrom('A-1', 'a-1', 'B-2', 'STRASSE', 'straße', 'none');
  const contactId = oneOf(contactIds);
  const match: fc.Arbitrary<DealMatch> = fc.oneof(
    deal.map(({ id }) => ({ id })),
    externalId.map((externalId) => ({ externalId })),
    externalId.map((externalIdInAnyCase) => ({ externalIdInAnyCase })),
    key.map((said) => ({ said })),
    deal.map(({ contactId }) => ({ contactId })),
    fc
      .tuple(key, fc.integer({ min: 4, max: 9 }))
      .map(([said, n]) => ({ phoneEnd: said.slice(-n).replace(/\D/g, '1') })),
    fc.array(nameWord, { minLength: 1, maxLength: 2 }).map((words) => ({ words })),
    fc.record({
      anyWords: fc.array(word, { minLength: 1, maxLength: 3 }),
      year: fc.constantFrom(undefined, '2019'),
    }),
  );
  const text = deal.chain((each) => oneOf(textsIn(each)));
  const given = ({ takes = [] }: ConditionWords): fc.Arbitrary<unknown> =>
    typeof takes === 'string' ? time : takes.length > 0 ? oneOf(takes) : text;
  const values: { readonly [N in Exclude<ConditionName, WordedName>]: fc.Arbitrary<DealConditions[N]> } = {
    status: fc.constantFrom(...leadStatuses),
    open: fc.boolean(),
    unplanned: fc.boolean(),
    unanswered: fc.boolean(),
    waitingBefore: time,
    still: time,
    givenSince: time,
    changed: fc.boolean(),
    unmovedSince: time,
    known: fc.boolean(),
    owners,
    ownersOrPromised: owners,
    matching: fc.array(match, { minLength: 1, maxLength: 3 }),
    vendorId: fc.constantFrom('ven_1', 'ven_2', 'ven_3'),
    keyId: fc.constantFrom('key_1', 'key_2', 'key_3'),
    contactId,
    externalId,
    said: key,
  };
  const worded = Object.entries(conditionWords).map(([name, words]) => [name, given(words)] as const);
  const all = [...worded, ...Object.entries<fc.Arbitrary<unknown>>(values)];
  const conditions = fc
    .subarray(all, { maxLength: 4 })
    .chain((some) => fc.record(Object.fromEntries(some)))
    .map(({ due, waitingBefore, ...others }: DealConditions): DealConditions => {
      if (waitingBefore) return { ...others, unanswered: true, waitingBefore };
      return others.unanswered || !due ? others : { ...others, due };
    });
  const order = fc.record(
    { newest: fc.boolean(), changes: fc.boolean(), after: deal, limit: fc.constantFrom(1, 5, 30) },
    { requiredKeys: ['limit'] },
  );
  return fc.tuple(conditions, order).map(([wanted, how]) => ({ ...wanted, ...how }));
}

describe.skipIf(noMongodb)('any list of leads', { timeout: 3_600_000 }, () => {
  const connection = noMongodb ? undefined : connectTo(freshDatabase());
  let stores: readonly KeptLeads[];
  let deals: readonly WorkedDeal[];
  /** The contact of which each is a part now. */
  const present = new Map<string, string>();

  beforeAll(async () => {
    if (!connection) return;
    const { file, ports } = await someLeads();
    const [from, to] = [sqliteShelves(file), mongoShelves(connection)];
    for await (const contacts of pagesOf(from.contacts)) {
      await to.contacts.put(contacts);
      for (const { id, mergedInto = id } of contacts) present.set(id, mergedInto);
    }
    for await (const page of pagesOf(from.deals)) await to.deals.put(page);
    stores = [ports.leads, new MongoLeads(connection)];
    const ids = Array.from({ length: LEADS }, (_, n) => `lead-${n}`);
    deals = (await ports.leads.leads(ids)).map(({ deal }) => deal);
  });
  afterAll(async () => {
    await connection?.use((db) => db.dropDatabase());
    await connection?.close();
  });

  /** The list by the conditions’ own rules. */
  function byRule({ after, limit, ...query }: DealQuery): readonly WorkedDeal[] {
    const { time, latestFirst } = { latestFirst: false, ...orderOf(query) };
    const contactId = query.contactId && present.get(query.contactId);
    const between = (one: WorkedDeal, other: WorkedDeal) =>
      (time(one).getTime() - time(other).getTime() || (one.id < other.id ? -1 : Number(one.id > other.id))) *
      (latestFirst ? -1 : 1);
    return deals
      .filter((deal) => isWanted(deal, { ...query, contactId }))
      .filter((deal) => !after || between(deal, after as WorkedDeal) > 0)
      .toSorted(between)
      .slice(0, limit);
  }

  it('is in each store what its conditions say, in order, and so is its number', async () => {
    const { numRuns = 1 } = fc.readConfigureGlobal();
    await fc.assert(
      fc.asyncProperty(listAmong(deals, [...present.keys()]), async (query) => {
        const { after: _, ...wanted } = query;
        const ids = byRule(query).map(({ id }) => id);
        const count = byRule({ ...wanted, limit: 20 }).length;
        for (const leads of stores) {
          const [listed, counted] = await Promise.all([leads.deals(query), leads.countDeals([wanted], 20)]);
          expect(listed.map(({ id }) => id)).toEqual(ids);
          expect(counted).toEqual([count]);
        }
      }),
      { numRuns: numRuns * LISTS },
    );
  });
});
