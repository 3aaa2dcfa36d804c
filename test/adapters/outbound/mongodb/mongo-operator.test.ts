import { afterAll, describe } from 'vitest';
import { MongoConnection } from '../../../../src/adapters/outbound/mongodb/connection.ts';
import { MongoAuditLog } from '../../../../src/adapters/outbound/mongodb/mongo-audit-log.ts';
import { MongoBackOffice } from '../../../../src/adapters/outbound/mongodb/mongo-back-office.ts';
import { MongoCrm } from '../../../../src/adapters/outbound/mongodb/mongo-crm.ts';
import { MongoVendors } from '../../../../src/adapters/outbound/mongodb/mongo-vendors.ts';
import { AUDIT } from '../../../../src/adapters/outbound/mongodb/stored-audit-entry.ts';
import { auditLogContract } from '../../../contracts/audit-log.contract.ts';
import { backOfficeContract } from '../../../contracts/back-office.contract.ts';
import { vendorDirectoryContract } from '../../../contracts/vendor-directory.contract.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';

const connections: MongoConnection[] = [];
const connect = (): MongoConnection => {
  const connection = new MongoConnection(freshDatabase());
  connections.push(connection);
  return connection;
};
afterAll(async () => {
  for (const connection of connections) {
    await connection.use((db) => db.dropDatabase());
    await connection.close();
  }
});

describe.skipIf(noMongodb)('the vendor directory on MongoDB', () =>
  vendorDirectoryContract(async () => new MongoVendors(connect())),
);

describe.skipIf(noMongodb)('the back office on MongoDB', () =>
  backOfficeContract(async () => {
    const connection = connect();
    return { crm: new MongoCrm(connection), backOffice: new MongoBackOffice(connection) };
  }),
);

describe.skipIf(noMongodb)('the audit log on MongoDB', () =>
  auditLogContract(async () => {
    const connection = connect();
    const stored = () =>
      connection.use((db) => db.collection(AUDIT).find().sort({ at: 1, _id: 1 }).toArray());
    const kept = async () => (await stored()).map(({ _id, ...entry }) => ({ id: _id, ...entry }) as never);
    return { audit: new MongoAuditLog(connection), kept };
  }),
);
