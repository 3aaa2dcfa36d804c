import { describe } from 'vitest';
import { crmContract } from '../../../../src/testing/crm-contract.ts';
import { openCrm } from '../../../support/mongo-crm.ts';
import { noMongodb } from '../../../support/mongodb.ts';

describe.skipIf(noMongodb)('on a replica set', () => {
  crmContract('MongoDB', openCrm);
});
