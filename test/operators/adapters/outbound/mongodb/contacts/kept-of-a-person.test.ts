import { type Document, ObjectId } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { contactsOf } from '../../../../../../src/adapters/outbound/mongodb/stored-contact.ts';
import { compose } from '../../../../../../src/bootstrap/compose.ts';
import { mongodbModule } from '../../../../../../src/bootstrap/modules/mongodb.ts';
import { operatorModule } from '../../../../../../src/bootstrap/modules/operator.ts';
import { readConfig } from '../../../../../../src/bootstrap/read-config.ts';
import { tokens } from '../../../../../../src/bootstrap/tokens.ts';
import { EmailAddress } from '../../../../../../src/domain/email-address.ts';
import { contactFileText } from '../../../../../../src/operators/adapters/inbound/presentation/shapes/contact-shapes.ts';
import { makeRunRetention } from '../../../../../../src/operators/application/leads/retention.ts';
import { leadReceived } from '../../../../../../src/operators/domain/events/lead-event.ts';
import { dealOf, leadOf, wholeDraft } from '../../../../../../suites/samples.ts';
import { addDeal, addLead } from '../../../../../support/added-leads.ts';
import { connectTo } from '../../../../../support/mongo-store.ts';
import { emptyDatabase, noMongodb } from '../../../../../support/mongodb.ts';
import { wholeWork } from '../../../../../support/whole-work.ts';

const by = 'grace';
/** In every text that a person gave, or that was written about them. */
const CANARY = 'xanthippe';
const other = 'bystander';
/** What an erasure leaves: it says nothing of who it was. */
const staying = /^vendorName|^vehicle/;

/** Nothing of these is about somebody, or not in other words than the export has. */
const derived = new Set([
  'said',
  'sought',
  'named',
  'shown',
  'outbox',
  'lease',
  'kept',
  'tried',
  'triesBefore',
  '_id',
]);

/** Texts, numbers and times, wherever they stand in a document. */
function leavesOf(value: unknown, name = ''): string[] {
  if (derived.has(name) || value === undefined || value === null) return [];
  if (value instanceof Date) return [value.toISOString()];
  if (Array.isArray(value)) return value.flatMap((each) => leavesOf(each));
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, each]) => leavesOf(each, key));
  return [String(value)];
}

describe.skipIf(noMongodb)('what is kept of a person', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** Four years ago somebody sent two leads under two contacts, which are one by now, and somebody else sent another. */
  async function open() {
    const uri = await emptyDatabase();
    const journal = { served() {}, fault() {}, warn() {} };
    const config = await readConfig({ HOOK_ALLOW: '127.0.0.0/8' }, async () => true as const);
    const container = await compose(config, {
      store: mongodbModule(uri),
      journal,
      modules: [operatorModule],
    });
    const [crm, leads, operator] = [
      container.get(tokens.crm),
      container.get(tokens.leads),
      container.get(tokens.operator),
    ];
    const connection = connectTo(uri);
    closing.push(
      () => connection.close(),
      () => container.unbindAllAsync(),
    );
    const { hook } = await operator.addHook({ url: 'http://127.0.0.1:9/hook', by });
    const receivedAt = new Date(Date.now() - 4 * 365 * 86_400_000);
    const submit = async (id: string, word: string, email: string) => {
      const draft = Object.fromEntries(
        Object.keys(wholeDraft).map((field) => [
          field,
          `${staying.test(field) ? 'plain' : word} ${field} of ${id}`,
        ]),
      );
      const lead = { ...draft, email, phone: undefined, dealType: 'sales', zip: `${word} zip` };
      const idempotency = { key: `key of ${id}`, fingerprint: `fingerprint of ${id}` };
      const deal = { ...dealOf(lead, { id, vendorId: 'ven_1', receivedAt }), idempotency };
      const announced = [{ event: leadReceived(deal), hooks: [hook.id] }];
      return (await addLead(crm, deal, { customer: leadOf(lead).customer, announced })).contactId;
    };
    const kept = await submit('lead-1', CANARY, `${CANARY}@example.com`);
    const gone = await submit('lead-2', CANARY, `${CANARY}.two@example.com`);
    await submit('lead-3', other, `${other}@example.com`);
    const at = new Date(receivedAt.getTime() + 1_000);
    for (const id of ['lead-1', 'lead-2', 'lead-3'])
      await leads.changeDeals([id], () => ({
        ...wholeWork(id === 'lead-3' ? other : CANARY, at),
        moved: { status: 'Won', at, by, reason: id === 'lead-3' ? other : `${CANARY} signed ${id}` },
      }));
    await operator.addPerson({ name: 'jonas', by });
    await operator.assignLead({ leadId: 'lead-1', to: 'jonas', by });
    await operator.mergeContacts({ keptId: kept, goneId: gone, by });
    const deliveries = container.get(tokens.deliveries);
    while (await deliveries.collect());
    const [due] = [
      await deliveries.take({
        hookId: hook.id,
        now: new Date(),
        limit: 9,
        leaseEnds: new Date(),
        lease: 'l',
      }),
    ];
    const tried = { at: new Date(), status: 400, duration: 3, error: 'it answered 400', answer: CANARY };
    await deliveries.settle(
      due.map(({ event }) => ({
        ...{ hookId: hook.id, eventId: event.id, lease: 'l', due: undefined },
        tried: 'leadId' in event && event.leadId === 'lead-3' ? { ...tried, answer: other } : tried,
      })),
    );
    const requests = ['lead-1', 'lead-3'].map((id) => ({
      ...{ vendorId: 'ven_1', at: new Date(), requestId: `r-${id}`, status: 400, reason: 'invalid-lead' },
      externalId: `${id === 'lead-3' ? other : CANARY} externalLeadId of ${id}`,
      problems: ['phone invalid-phone'],
    }));
    await container.get(tokens.refusals).add(requests);

    /** All documents of all collections. */
    const everything = () =>
      connection.use(async (db) => {
        const collections = await db.listCollections().toArray();
        const all = collections.map(
          async ({ name }) => [name, await db.collection(name).find().toArray()] as [string, Document[]],
        );
        return new Map(await Promise.all(all));
      });
    const collectionsWith = async (word: string) =>
      [...(await everything())].flatMap(([name, documents]) =>
        JSON.stringify(documents).toLowerCase().includes(word) ? [name] : [],
      );
    const late = { firstName: CANARY, email: `${CANARY}@example.com` };
    const deal = dealOf(late, { id: 'lead-9', contactId: kept });
    return { connection, container, operator, kept, gone, deal, everything, collectionsWith };
  }

  it('is in the export, every value of it, and nothing of anybody else', async () => {
    const { operator, kept, gone, everything } = await open();
    const text = contactFileText(await operator.exportContact({ contactId: kept, by }), new Date());
    const { contactId, mergedIds, leads } = JSON.parse(text);
    expect([contactId, mergedIds, leads.length]).toEqual([kept, [gone], 2]);
    const ofPerson = new Map<string, (document: Document) => boolean>([
      ['contacts', ({ _id }) => _id === kept],
      ['deals', (deal) => deal.contactId === kept],
      ['deliveries', ({ event }) => ['lead-1', 'lead-2'].includes(event.leadId)],
    ]);
    const all = await everything();
    const missing = [...ofPerson].flatMap(([name, isOf]) => {
      const documents = all.get(name)?.filter(isOf) ?? [];
      expect([name, documents.length > 0]).toEqual([name, true]);
      return documents.flatMap((document) =>
        leavesOf(document).flatMap((leaf) =>
          text.includes(JSON.stringify(leaf).slice(1, -1)) ? [] : [`${name}: ${leaf}`],
        ),
      );
    });
    expect(missing).toEqual([]);
    const refused = all
      .get('refusals')
      ?.flatMap(({ requests }) => requests.map((each: Document) => each.requestId));
    expect([refused, text.includes('r-lead-1'), text.includes('r-lead-3')]).toEqual([
      ['r-lead-1', 'r-lead-3'],
      true,
      false,
    ]);
    expect(text.toLowerCase()).not.toContain(other);
    expect((await operator.readAudit({ limit: 1 }))[0]).toMatchObject({ action: 'contact.export', on: kept });
  }, 30_000);

  it('is in no collection after an erasure, while all of others stays', async () => {
    const { operator, kept, collectionsWith } = await open();
    const before = await collectionsWith(CANARY);
    expect(before.toSorted()).toEqual(['contacts', 'deals', 'deliveries', 'refusals']);
    const others = await collectionsWith(other);
    await operator.eraseContact({ contactId: kept, by });
    expect(await collectionsWith(CANARY)).toEqual([]);
    expect(await collectionsWith(other)).toEqual(others);
  }, 30_000);

  it('is in no collection after an erasure by email, though a crash left no lead of it', async () => {
    const { connection, operator, collectionsWith } = await open();
    const email = 'zuleika@example.com';
    await connection.use((db) =>
      contactsOf(db).insertOne({
        _id: ObjectId.createFromTime(1).toHexString(),
        keys: [`e:${email}`],
        firstName: 'Zuleika',
        email,
      }),
    );
    expect((await operator.findContacts({ name: 'zuleika', limit: 9, by })).contacts).toEqual([]);
    expect(await collectionsWith('zuleika')).toEqual(['contacts']);
    await operator.eraseHeld({ email: EmailAddress.restore(email), by });
    expect(await collectionsWith('zuleika')).toEqual([]);
  }, 30_000);

  it('is in no collection once it has been kept for long enough', async () => {
    const { container, collectionsWith } = await open();
    const ports = {
      ...container.get(tokens.runtime),
      ...{ audit: container.get(tokens.audit), people: container.get(tokens.people) },
      ...{ leads: container.get(tokens.leads), erasure: container.get(tokens.erasure) },
      ...{ refusals: container.get(tokens.refusals), leases: container.get(tokens.leases) },
    };
    expect(await makeRunRetention(ports)({ months: 36, by })).toMatchObject({ leads: 3, contacts: 2 });
    expect([await collectionsWith(CANARY), await collectionsWith(other)]).toEqual([[], []]);
  }, 30_000);

  it('stays with a lead that came to its contact just then, also when what is stored is brought up to date', async () => {
    const { container, kept, deal } = await open();
    const [leads, contacts, erasure] = [
      container.get(tokens.leads),
      container.get(tokens.contacts),
      container.get(tokens.erasure),
    ];
    const now = new Date();
    for (const ids of [['lead-1'], ['lead-2']]) await erasure.retire(ids, { unmovedSince: now, at: now });
    expect(await contacts.contact({ id: kept })).toMatchObject({ contact: undefined, erased: now });
    const late = { ...deal, id: 'lead-9', contactId: kept, idempotency: undefined };
    await addDeal(container.get(tokens.crm), late);
    await container.get(tokens.storeUpgrade).upgrade({ dryRun: false });
    expect((await leads.lead('lead-9'))?.deal).toMatchObject({
      customer: deal.customer,
      notes: deal.notes,
    });
  }, 30_000);
});
