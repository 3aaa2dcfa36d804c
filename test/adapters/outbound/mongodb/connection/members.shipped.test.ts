import type { CommandStartedEvent } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { MongoConnection } from '../../../../../src/adapters/outbound/mongodb/connection/connection.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';
import { mongoBackOffice } from '../../../../../src/operators/adapters/outbound/mongodb/leads/mongo-back-office.ts';
import { dealsOf } from '../../../../../src/operators/adapters/outbound/mongodb/leads/stored-work.ts';
import { indexed } from '../../../../../src/operators/adapters/outbound/mongodb/store/indexes.ts';
import { MongoUpgrade } from '../../../../../src/operators/adapters/outbound/mongodb/upgrade/mongo-upgrade.ts';
import { addDeal } from '../../../../support/added-leads.ts';
import { someDeal } from '../../../../support/leads.ts';
import { openCrm } from '../../../../support/mongo-crm.ts';
import { crmFor } from '../../../../support/mongo-store.ts';
import { noMongod, startSet } from '../../../../support/own-mongod.ts';
import { askNode } from '../../../../support/replica-set.ts';

describe.skipIf(noMongod)('the members of a replica set', () => {
  it('need not all be there when an upgrade builds an index that deals do not have yet', async () => {
    const set = await startSet([{}, {}, {}]);
    const before = await openCrm({}, set.uri);
    await addDeal(before.crm, someDeal());
    await before.connection.use((db) => dealsOf(db).dropIndex('vendor-received'));
    await before.connection.close();

    const primary = await set.primary();
    await set.nodes.find((node) => node !== primary)?.kill();
    const after = await openCrm({}, set.uri);
    expect(await addDeal(after.crm, someDeal())).toBe('added');
    const names = async () =>
      (await after.connection.use((db) => dealsOf(db).indexes())).map(({ name }) => name);
    const operator = MongoConnection.forOperator(set.uri);
    await new MongoUpgrade(operator).upgrade({ dryRun: false });
    expect(await names()).toContain('vendor-received');
    await Promise.all([after.connection.close(), operator.close()]);
    await set.stop();
  }, 60_000);

  it('share the work: a secondary reads for reports, and the primary everything else', async () => {
    const set = await startSet([{}, {}, {}]);
    const connection = MongoConnection.forOperator(set.uri, { client: { monitorCommands: true } });
    const [backOffice, crm] = [mongoBackOffice(connection), crmFor(connection)];
    await connection.ensureIndexes(indexed.contacts, indexed.deals);
    const deal = someDeal();
    await addDeal(crm, deal);
    await set.inStep();

    const { address: primary } = await set.primary();
    const asked = { primary: new Set(), secondary: new Set() };
    connection.client.on('commandStarted', ({ address, commandName }: CommandStartedEvent) =>
      asked[address === primary ? 'primary' : 'secondary'].add(commandName),
    );
    const span = { since: deal.receivedAt, until: new Date(deal.receivedAt.getTime() + 1) };
    expect((await backOffice.report.tally(span)).flatMap(({ leads }) => leads)).toHaveLength(1);
    expect(asked).toEqual({ primary: new Set(), secondary: new Set(['aggregate']) });

    asked.secondary.clear();
    expect(await backOffice.leads.deals({ limit: 9 })).toHaveLength(1);
    expect(await backOffice.leads.lead(deal.id)).toBeDefined();
    expect(asked.secondary).toEqual(new Set());
    await connection.close();
    await set.stop();
  }, 60_000);

  it('carry out no write whose caller has been told to try again', async () => {
    const set = await startSet([{}]);
    const [node] = set.nodes;
    const { connection, crm, deals } = await openCrm({}, set.uri);
    await addDeal(crm, someDeal());
    await askNode(node, { fsync: 1, lock: true });
    await expect(addDeal(crm, someDeal())).rejects.toThrow(StoreUnavailable);
    await askNode(node, { fsyncUnlock: 1 });
    await addDeal(crm, someDeal());
    expect(await deals()).toHaveLength(2);
    await connection.close();
    await set.stop();
  }, 60_000);
});
