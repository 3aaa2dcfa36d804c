import type { Collection, Document, Filter } from 'mongodb';
import type { Crm, EarlierDeal, NewLead, OwnedStatus } from '../../../application/ports/outbound/crm.ts';
import type { Deal } from '../../../domain/deal.ts';
import type { AsItCame } from '../../../domain/sources/as-it-came.ts';
import { Coalescer } from './connection/coalescer.ts';
import type { MongoConnection } from './connection/connection.ts';
import { StoreRefused } from './connection/store-errors.ts';
import { timeouts } from './connection/timeouts.ts';
import { addEach, type WriteOutcome } from './connection/write-each.ts';
import { Contacts } from './contacts.ts';
import { dealsOf, type StoredDeal, storedDeal } from './stored-deal.ts';

/** A deal to add, with what may be kept beside it. */
interface Addition extends StoredDeal {
  readonly asItCame?: AsItCame;
}

/** An upper estimate of a deal's size in bytes, without the notes and what its source sent. */
const BYTES_WITHOUT_NOTES = 8_000;

/** An idempotency key with its vendor: other vendors may use the same key. */
interface ScopedKey {
  readonly vendorId: string;
  readonly key: string;
}

/** Makes further fields of a new deal's document, for those who work with the deal. */
export type KeptBeside<Announced> = (
  deal: Deal,
  announced: Announced | undefined,
  asItCame: AsItCame | undefined,
) => Document;

/**
 * The CRM in two collections. Simultaneous calls of one kind share a round trip. A unique index makes one deal
 * for each idempotency key, however many submit at once.
 */
export class MongoCrm<Announced = unknown> implements Crm<Announced> {
  readonly #kept: KeptBeside<Announced>;
  readonly #contacts: Contacts;
  readonly #additions: Coalescer<Addition, WriteOutcome>;
  readonly #earlier: Coalescer<ScopedKey, EarlierDeal | undefined>;
  readonly #statuses: Coalescer<string, OwnedStatus | undefined>;

  constructor(connection: MongoConnection, kept: KeptBeside<Announced> = () => ({})) {
    this.#kept = kept;
    this.#contacts = new Contacts(connection);
    this.#additions = new Coalescer(
      connection.batch('deals.add', dealsOf, addEach),
      ({ notes, asItCame }) => BYTES_WITHOUT_NOTES + 3 * (notes.length + (asItCame?.text.length ?? 0)),
    );
    this.#earlier = new Coalescer(connection.batch('deals.repeats', dealsOf, findEarlier), () => 500);
    this.#statuses = new Coalescer(
      connection.batch('deals.statuses', dealsOf, findStatuses),
      (id) => 100 + 3 * id.length,
    );
  }

  async addLead({
    customer,
    dealOf,
    announced,
    asItCame,
  }: NewLead<Announced>): Promise<'added' | EarlierDeal> {
    const deal = dealOf(await this.#contacts.keep(customer));
    const stored = { ...storedDeal(deal), ...this.#kept(deal, announced, asItCame) };
    if ((await this.#additions.ask(stored)) === 'accepted') return 'added';
    const { id, vendorId, idempotency } = deal;
    const first = idempotency && (await this.earlierDeal(vendorId, idempotency.key));
    if (first && first.id !== id) return first;
    // The deal is already there: an earlier attempt succeeded, and its answer was lost.
    if (first || (await this.statusOf(id))) return 'added';
    // Nothing explains the duplicate: the collection has a unique index that is not the service's.
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
  scopedKeys: readonly ScopedKey[],
): Promise<(EarlierDeal | undefined)[]> {
  const vendorIds = [...new Set(scopedKeys.map(({ vendorId }) => vendorId))];
  const filters: Filter<StoredDeal>[] = vendorIds.map((vendorId) => {
    const own = scopedKeys.filter((scopedKey) => scopedKey.vendorId === vendorId);
    return {
      vendorId: { $eq: vendorId },
      'idempotency.key': { $in: own.map(({ key }) => key) },
    };
  });
  const found = deals.find<Pick<StoredDeal, '_id' | 'vendorId' | 'idempotency' | 'receivedAt'>>(
    { $or: filters },
    {
      projection: { vendorId: 1, idempotency: 1, receivedAt: 1 },
      batchSize: scopedKeys.length + 1,
      maxTimeMS: timeouts.command,
    },
  );
  const known = new Map<string, EarlierDeal>();
  for (const { _id, vendorId, idempotency, receivedAt } of await found.toArray()) {
    if (idempotency)
      known.set(textOf({ vendorId, key: idempotency.key }), { id: _id, idempotency, receivedAt });
  }
  return scopedKeys.map((scopedKey) => known.get(textOf(scopedKey)));
}

const textOf = ({ vendorId, key }: ScopedKey): string => JSON.stringify([vendorId, key]);

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
      readConcern: { level: 'local' }, // `majority` may not yet show, on a new primary, what its predecessor acknowledged
    },
  );
  const rows = new Map((await found.toArray()).map((deal) => [deal._id, deal]));
  return ids.map((id) => rows.get(id));
}
