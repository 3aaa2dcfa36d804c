import type { AnyBulkWriteOperation } from 'mongodb';
import type { RefusalCount, Refusals } from '../../../../application/ports/outbound/refusals.ts';
import type { MongoConnection } from '../connection/connection.ts';
import { operatorRead, writeEach } from '../connection/write-each.ts';
import { REFUSALS, refusalsOf, type StoredRefusals } from './stored-refusals.ts';

/** Counters in a collection: a server adds on its connection, an operator reads on theirs. */
export class MongoRefusals implements Refusals {
  readonly #serving: MongoConnection;
  readonly #operating: MongoConnection;

  constructor(serving: MongoConnection, operating: MongoConnection = serving) {
    this.#serving = serving;
    this.#operating = operating;
  }

  async add(counts: readonly RefusalCount[]): Promise<void> {
    if (counts.length === 0) return;
    await this.#serving.ensureIndexes(REFUSALS);
    const outcomes = await this.#serving.use((db) => writeEach(refusalsOf(db), counts.map(addition)));
    for (const outcome of outcomes) if (outcome instanceof Error) throw outcome;
  }

  since(day: string): Promise<readonly RefusalCount[]> {
    return this.#operating.use(async (db) => {
      const found = await refusalsOf(db)
        .find({ day: { $gte: new Date(day) } }, operatorRead)
        .toArray();
      return found.flatMap(({ vendorId, counts, ...of }) =>
        Object.entries(counts).map(([reason, count]) => ({
          day: of.day.toISOString().slice(0, 10),
          vendorId,
          reason,
          count,
        })),
      );
    });
  }
}

const addition = ({ day, vendorId, reason, count }: RefusalCount): AnyBulkWriteOperation<StoredRefusals> => ({
  updateOne: {
    filter: { _id: `${day} ${vendorId}` },
    update: { $setOnInsert: { day: new Date(day), vendorId }, $inc: { [`counts.${reason}`]: count } },
    upsert: true,
  },
});
