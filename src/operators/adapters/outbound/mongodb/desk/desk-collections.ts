import type { Lease } from '#operators/application/ports/outbound/leases.ts';
import type { People } from '#operators/application/ports/outbound/people.ts';
import type { Ticket } from '#operators/application/ports/outbound/tickets.ts';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import type { AccessToken } from '#operators/domain/work/access-token.ts';
import type { Person } from '#operators/domain/work/person.ts';
import type { MongoConnection } from '../../../../../adapters/outbound/mongodb/connection/connection.ts';
import { AccessTokensInRecords } from '../../records/access-tokens-in-records.ts';
import { LeasesInRecords } from '../../records/leases-in-records.ts';
import { SubscriptionsInRecords } from '../../records/subscriptions-in-records.ts';
import { TicketsInRecords } from '../../records/tickets-in-records.ts';
import { indexed } from '../store/indexes.ts';
import { MongoRecords, type RecordCollection, recordCollection } from '../store/records.ts';

export const people: RecordCollection<Person> = recordCollection('people', 'id');

/** People in a collection. */
export class MongoPeople extends MongoRecords<Person> implements People {
  constructor(connection: MongoConnection) {
    super(connection, people);
  }
}

/** Tokens are few, so a search by id needs no index. */
export const accessTokens: RecordCollection<AccessToken> = recordCollection('accessTokens', 'digest');

/** Tokens with which programs act for operators, in a collection. */
export class MongoAccessTokens extends AccessTokensInRecords {
  constructor(connection: MongoConnection) {
    super(new MongoRecords(connection, accessTokens));
  }
}

export const subscriptions: RecordCollection<Subscription> = recordCollection('subscriptions', 'id');

/** Devices of people in a collection. */
export class MongoSubscriptions extends SubscriptionsInRecords {
  constructor(connection: MongoConnection) {
    super(new MongoRecords(connection, subscriptions));
  }
}

const leases = recordCollection<Lease>('leases', 'work');

/** Leases in a collection: one document for each work. */
export class MongoLeases extends LeasesInRecords {
  constructor(connection: MongoConnection) {
    super(new MongoRecords(connection, leases));
  }
}

/** An index removes tickets after they have expired. */
const tickets = recordCollection<Ticket>('tickets', 'digest', indexed.tickets);

/** Tickets in a collection. */
export class MongoTickets extends TicketsInRecords {
  constructor(connection: MongoConnection) {
    super(new MongoRecords(connection, tickets));
  }
}
