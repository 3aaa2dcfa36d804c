import type { Lease } from '#operators/application/ports/outbound/leases.ts';
import type { Ticket } from '#operators/application/ports/outbound/tickets.ts';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import type { AccessToken } from '#operators/domain/work/access-token.ts';
import type { Person } from '#operators/domain/work/person.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import type { RecordTable } from '../../../../../adapters/outbound/sqlite/record-table.ts';
import type { Clock } from '../../../../../application/ports/outbound/runtime.ts';
import { AccessTokensInRecords } from '../../records/access-tokens-in-records.ts';
import { LeasesInRecords } from '../../records/leases-in-records.ts';
import { SubscriptionsInRecords } from '../../records/subscriptions-in-records.ts';
import { TicketsInRecords } from '../../records/tickets-in-records.ts';
import { fromText } from '../tables/as-text.ts';
import { recordTable, SqliteRecords } from '../tables/records.ts';

/** What the desk keeps besides leads: people, their sign-ins and devices, tokens of programs, leases. */
export const deskTables = `
  CREATE TABLE people (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE access_tokens (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE leases (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE subscriptions (id TEXT PRIMARY KEY, record TEXT NOT NULL) STRICT;
  CREATE TABLE tickets (
    digest TEXT PRIMARY KEY,
    ticket TEXT NOT NULL,
    kind TEXT NOT NULL,
    holder TEXT,
    expires INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX tickets_holder ON tickets (holder);
  CREATE INDEX tickets_expires ON tickets (expires);
`;

export const people = recordTable<Person>('people', 'id');
export const accessTokens = recordTable<AccessToken>('access_tokens', 'id');
export const subscriptions = recordTable<Subscription>('subscriptions', 'id');
const leases = recordTable<Lease>('leases', 'work');
const tickets: RecordTable<Ticket> = {
  name: 'tickets',
  text: 'ticket',
  columns: { digest: 'digest', kind: 'kind', holder: 'holder', expires: 'expires' },
  from: fromText<Ticket>,
};

export const peopleIn = (file: DataFile) => new SqliteRecords(file, people);

export const accessTokensIn = (file: DataFile) =>
  new AccessTokensInRecords(new SqliteRecords(file, accessTokens));

export const leasesIn = (file: DataFile) => new LeasesInRecords(new SqliteRecords(file, leases));

export const subscriptionsIn = (file: DataFile) =>
  new SubscriptionsInRecords(new SqliteRecords(file, subscriptions));

export const ticketsIn = (file: DataFile, clock: Clock = () => new Date()) => {
  const removeExpired = (db: Database) =>
    void db.run('DELETE FROM tickets WHERE expires < ?', [clock().getTime()]);
  return new TicketsInRecords(new SqliteRecords(file, tickets, removeExpired));
};
