import type { Collection, Filter } from 'mongodb';
import type { Crm, EarlierDeal, OwnedStatus } from '../../../application/ports/outbound/crm.ts';
import type { Customer } from '../../../domain/contact.ts';
import type { Deal } from '../../../domain/deal.ts';
import { Coalescer } from './coalescer.ts';
import type { MongoConnection } from './connection.ts';
import { Contacts } from './contacts.ts';
import { StoreRefused } from './store-errors.ts';
import { dealsOf, type StoredDeal, storedDeal } from './stored-deal.ts';
import { timeouts } from './timeouts.ts';
import { addEach, type Outcome } from './write-each.ts';

/** Bytes that a deal takes besides its notes, roughly at most. */
const BESIDE_NOTES = 5_000;

/** A vendor and the idempotency key that it sent. */
interface Submission {
  readonly vendorId: string;
  readonly key: string;
}

/**
 * The CRM on two collections. Calls of the same kind at the same time share a round trip. One deal per idempotency key,
 * however many submit at the same time: a unique index decides.
 */
export class MongoCrm implements Crm {
  readonly #contacts: Contacts;
  readonly #additions: Coalescer<StoredDeal, Outcome>;
  readonly #earlier: Coalescer<Submission, EarlierDeal | undefined>;
  readonly #statuses: Coalescer<string, OwnedStatus | undefined>;

  constructor(connection: MongoConnection) {
    this.#contacts = new Contacts(connection);
    this.#additions = new Coalescer(
      connection.batch('deals.add', dealsOf, addEach),
      (deal) => BESIDE_NOTES + 3 * deal.notes.length,
    );
    this.#earlier = new Coalescer(connection.batch('deals.repeats', dealsOf, findEarlier), () => 500);
    this.#statuses = new Coalescer(
      connection.batch('deals.statuses', dealsOf, findStatuses),
      (id) => 100 + 3 * id.length,
    );
  }

  upsertContact(customer: Customer): Promise<string> {
    return this.#contacts.keep(customer);
  }

  async addDeal(deal: Deal): Promise<'added' | EarlierDeal> {
    if ((await this.#additions.ask(storedDeal(deal))) === 'accepted') return 'added';
    const { id, vendorId, idempotency } = deal;
    const first = idempotency && (await this.earlierDeal(vendorId, idempotency.key));
    if (first && first.id !== id) return first;
    // Its own id exists: a first try had succeeded, and its answer was lost. Or somebody else's unique index refuses it.
    if (first || (await this.statusOf(id))) return 'added';
    throw new StoreRefused('unique index');
  }

  earlierDeal(vendorId: string, key: string): Promise<EarlierDeal | undefined> {
    return this.#earlier.ask({ vendorId, key });
  }

  statusOf(leadId: string): Promise<OwnedStatus | undefined> {
    return this.#statuses.ask(leadId);
  }
}

async function findEarlier(
  deals: Collection<StoredDeal>,
  submissions: readonly Submission[],
): Promise<(EarlierDeal | undefined)[]> {
  const vendorIds = [...new Set(submissions.map(({ vendorId }) => vendorId))];
  const filters: Filter<StoredDeal>[] = vendorIds.map((vendorId) => {
    const own = submissions.filter((submission) => submission.vendorId === vendorId);
    return {
      vendorId: { $eq: vendorId },
      'idempotency.key': { $in: own.map(({ key }) => key) },
    };
  });
  const found = deals.find<Pick<StoredDeal, '_id' | 'vendorId' | 'idempotency'>>(
    { $or: filters },
    {
      projection: { vendorId: 1, idempotency: 1 },
      batchSize: submissions.length + 1,
      maxTimeMS: timeouts.command,
    },
  );
  const known = new Map<string, EarlierDeal>();
  for (const { _id, vendorId, idempotency } of await found.toArray()) {
    if (idempotency) known.set(textOf({ vendorId, key: idempotency.key }), { id: _id, idempotency });
  }
  return submissions.map((submission) => known.get(textOf(submission)));
}

const textOf = ({ vendorId, key }: Submission): string => JSON.stringify([vendorId, key]);

async function findStatuses(
  deals: Collection<StoredDeal>,
  ids: readonly string[],
): Promise<(OwnedStatus | undefined)[]> {
  const found = deals.find<Pick<StoredDeal, '_id' | 'vendorId' | 'status'>>(
    { _id: { $in: ids } },
    {
      projection: { vendorId: 1, status: 1 },
      batchSize: ids.length + 1,
      maxTimeMS: timeouts.command,
      readConcern: { level: 'local' }, // else a new primary may not yet show what its predecessor acknowledged
    },
  );
  const rows = new Map((await found.toArray()).map((deal) => [deal._id, deal]));
  return ids.map((id) => rows.get(id));
}
