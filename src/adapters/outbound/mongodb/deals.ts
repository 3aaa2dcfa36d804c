import type { Collection, Filter } from 'mongodb';
import { type Deal, type Idempotency, judgeRepeat, type Repeat } from '../../../domain/deal.ts';
import type { LeadStatus } from '../../../domain/lead-status.ts';
import { Coalescer } from './coalescer.ts';
import type { MongoConnection } from './connection.ts';
import { StoreRefused } from './store-errors.ts';
import { dealsOf, type StoredDeal, storedDeal } from './stored-deal.ts';
import { timeouts } from './timeouts.ts';
import { addEach, type Outcome } from './write-each.ts';

/** A vendor and the idempotency key and fingerprint it sent. */
interface Submission {
  readonly vendorId: string;
  readonly idempotency: Idempotency;
}

type Repeated = Pick<StoredDeal, '_id' | 'vendorId' | 'idempotency'>;
type StatusRow = Pick<StoredDeal, '_id' | 'vendorId' | 'status'>;

/** One deal per idempotency key, however many submit at the same time: a unique index decides. */
export class Deals {
  readonly #additions: Coalescer<Deal, Outcome>;
  readonly #earlier: Coalescer<Submission, Repeated | undefined>;
  readonly #statuses: Coalescer<string, StatusRow | undefined>;

  constructor(connection: MongoConnection) {
    this.#additions = new Coalescer(
      connection.batch('deals.add', dealsOf, add),
      (deal) => 5_000 + 3 * deal.notes.length,
    );
    this.#earlier = new Coalescer(connection.batch('deals.repeats', dealsOf, findEarlier), () => 500);
    this.#statuses = new Coalescer(
      connection.batch('deals.statuses', dealsOf, findStatuses),
      (id) => 100 + 3 * id.length,
    );
  }

  async add(deal: Deal): Promise<'added' | Repeat> {
    if ((await this.#additions.ask(deal)) === 'accepted') return 'added';
    const { id, vendorId, idempotency } = deal;
    const first = idempotency && (await this.#earlier.ask({ vendorId, idempotency }));
    if (first && first._id !== id) return judge(first, idempotency);
    // Its own id exists: a first try had succeeded, and its answer was lost. Or somebody else's unique index refuses it.
    if (first || (await this.statusOf(id, vendorId))) return 'added';
    throw new StoreRefused('unique index');
  }

  async earlier(vendorId: string, sent: Idempotency): Promise<Repeat | undefined> {
    const first = await this.#earlier.ask({ vendorId, idempotency: sent });
    return first && judge(first, sent);
  }

  async statusOf(leadId: string, vendorId: string): Promise<LeadStatus | undefined> {
    const row = await this.#statuses.ask(leadId);
    return row?.vendorId === vendorId ? row.status : undefined;
  }
}

const judge = ({ _id, idempotency }: Repeated, sent: Idempotency): Repeat =>
  judgeRepeat({ id: _id, idempotency }, sent);

const add = (deals: Collection<StoredDeal>, batch: readonly Deal[]) => addEach(deals, batch.map(storedDeal));

async function findEarlier(
  deals: Collection<StoredDeal>,
  submissions: readonly Submission[],
): Promise<(Repeated | undefined)[]> {
  const vendorIds = [...new Set(submissions.map(({ vendorId }) => vendorId))];
  const filters: Filter<StoredDeal>[] = vendorIds.map((vendorId) => {
    const own = submissions.filter((submission) => submission.vendorId === vendorId);
    return {
      vendorId: { $eq: vendorId },
      'idempotency.key': { $in: own.map((sent) => sent.idempotency.key) },
    };
  });
  const found = deals.find<Repeated>(
    { $or: filters },
    {
      projection: { vendorId: 1, idempotency: 1 },
      batchSize: submissions.length + 1,
      maxTimeMS: timeouts.command,
    },
  );
  const known = new Map<string, Repeated>();
  for (const deal of await found.toArray()) {
    if (deal.idempotency) known.set(JSON.stringify([deal.vendorId, deal.idempotency.key]), deal);
  }
  return submissions.map(({ vendorId, idempotency }) =>
    known.get(JSON.stringify([vendorId, idempotency.key])),
  );
}

async function findStatuses(
  deals: Collection<StoredDeal>,
  ids: readonly string[],
): Promise<(StatusRow | undefined)[]> {
  const found = deals.find<StatusRow>(
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
