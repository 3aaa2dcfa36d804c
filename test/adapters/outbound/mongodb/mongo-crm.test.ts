import { afterAll, beforeAll, describe } from 'vitest';
import { crmContract } from '../../../../src/testing/crm-contract.ts';
import { crmOn, openCrm } from '../../../support/mongo-crm.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

describe.skipIf(noMongodb)('on a replica set', () => {
  const uri = freshDatabase();
  let database: Awaited<ReturnType<typeof openCrm>>;
  beforeAll(async () => {
    database = await openCrm({}, uri);
  });
  afterAll(() => database?.close());

  crmContract('MongoDB', () => crmOn(database, uri));
});
