import {
  type Announcement,
  type Attempt,
  type AttemptQuery,
  type Deliveries,
  type Delivery,
  type DueDelivery,
  newestAttempts,
  type Progress,
  type Replayed,
  type Settled,
  type TakeOrder,
} from '#operators/application/events/ports/deliveries.ts';
import { DAY_MS } from '#operators/domain/day.ts';
import { type AnyEvent, isOfLead } from '#operators/domain/events/lead-event.ts';
import { allDevices } from '#operators/domain/events/subscription.ts';
import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import { dealWithId } from '../leads/deal-rows.ts';
import { toText } from '../tables/as-text.ts';
import { type Condition, condition } from '../tables/condition.ts';
import { announce, type DeliveryRow, eventFrom, triesFrom } from './delivery-rows.ts';
import { inSteps } from './delivery-steps.ts';

const KEPT_MS = 30 * DAY_MS;
/** Old deliveries that are removed at once. */
const GOING = 200;

/** Deliveries in the file. They are written together with the lead of their event. */
export class SqliteDeliveries implements Deliveries {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  /** Removes old deliveries. There is nothing to collect. */
  async collect(): Promise<boolean> {
    const before = Date.now() - KEPT_MS;
    const oldest = await this.#file.read((db) =>
      db.one<{ kept: number }>('SELECT kept FROM deliveries ORDER BY number LIMIT 1'),
    );
    if (!oldest || oldest.kept >= before) return false;
    const gone = await this.#file.write((db) => db.run(removeOld, [before]));
    return gone === GOING;
  }

  add(announced: readonly Announcement<AnyEvent>[]): Promise<void> {
    return this.#file.write((db) => announce(db, announced));
  }

  dueHooks(now: Date): Promise<readonly string[]> {
    return this.#file.read((db) => db.all<{ id: string }>(hooksWithDue, [now.getTime()]).map(({ id }) => id));
  }

  take({ hookId, now, limit, leaseEnds, lease }: TakeOrder): Promise<readonly DueDelivery[]> {
    return this.#file.write((db) =>
      db
        .all<DeliveryRow>('SELECT * FROM deliveries WHERE hook_id = ? AND due <= ? ORDER BY due LIMIT ?', [
          hookId,
          now.getTime(),
          limit,
        ])
        .map((row) => {
          db.run('UPDATE deliveries SET due = ?, lease = ? WHERE number = ?', [
            leaseEnds.getTime(),
            lease,
            row.number,
          ]);
          return { hookId, event: eventFrom(row), tries: triesFrom(row).length - row.tries_before, lease };
        }),
    );
  }

  deal(leadId: string): Promise<WorkedDeal | undefined> {
    return this.#file.read((db) => dealWithId(db, leadId));
  }

  settle(settled: readonly Settled[]): Promise<void> {
    return this.#file.write((db) => {
      for (const { hookId, eventId, lease, tried, due } of settled) {
        const row = db.one<DeliveryRow>(
          'SELECT * FROM deliveries WHERE hook_id = ? AND event_id = ? AND lease = ?',
          [hookId, eventId, lease],
        );
        if (!row) continue;
        db.run('UPDATE deliveries SET tries = ?, tried_at = ?, due = ?, lease = NULL WHERE number = ?', [
          toText([...triesFrom(row), tried]),
          tried.at.getTime(),
          due?.getTime() ?? null,
          row.number,
        ]);
      }
    });
  }

  async attempts({ hookId, failed, eventId, limit }: AttemptQuery): Promise<readonly Attempt[]> {
    const found = await this.#file.list(
      `SELECT * FROM deliveries WHERE hook_id = ? AND tried_at IS NOT NULL
       AND event_id = coalesce(?, event_id) ${failed ? `AND ${hasFailed}` : ''}
       ORDER BY tried_at DESC LIMIT ?`,
      [hookId, eventId ?? null, limit],
      (row: DeliveryRow) => ({ event: eventFrom(row), tries: triesFrom(row) }),
    );
    return newestAttempts(found, { failed, limit });
  }

  async ofLead(leadId: string, limit: number): Promise<readonly Delivery[]> {
    const found = await this.#file.list(
      'SELECT * FROM deliveries WHERE lead_id = ? ORDER BY event_at DESC, number DESC LIMIT ?',
      [leadId, limit],
      deliveryOfLead,
    );
    return found.flat();
  }

  replay(hookId: string, which: Replayed, now: Date, progress?: Progress): Promise<number> {
    return inSteps(this.#file, hookId, progress, meant(which), (db, number) =>
      db.run(again, [now.getTime(), number]),
    );
  }

  oldestDue(hookIds: readonly string[], now: Date): Promise<Date | undefined> {
    return this.#file.read((db) => {
      const due = hookIds.flatMap(
        (id) => db.one<{ due: number | null }>(longestDue, [id, now.getTime()])?.due ?? [],
      );
      return due.length > 0 ? new Date(Math.min(...due)) : undefined;
    });
  }
}

/** Removes old deliveries in the order in which they were kept, which needs no index. */
const removeOld = `
  DELETE FROM deliveries WHERE kept < ? AND number IN (
    SELECT number FROM deliveries ORDER BY number LIMIT ${GOING}
  )`;

/** Looks once for each receiver, no matter how much is due. */
const hooksWithDue = `
  SELECT id FROM (SELECT id FROM hooks UNION ALL SELECT id FROM subscriptions UNION ALL SELECT '${allDevices.id}') AS known
  WHERE EXISTS (SELECT 1 FROM deliveries WHERE hook_id = known.id AND due <= ?)`;

const longestDue = 'SELECT min(due) AS due FROM deliveries WHERE hook_id = ? AND due <= ?';

const isFailure = (status: string): string => `NOT coalesce(${status} BETWEEN 200 AND 299, FALSE)`;

const hasFailed = `EXISTS (SELECT 1 FROM json_each(tries) WHERE ${isFailure(`value ->> '$.status'`)})`;

const again = `
  UPDATE deliveries SET due = ?, lease = NULL, tries_before = json_array_length(tries) WHERE number = ?`;

function meant(which: Replayed): Condition {
  if ('eventId' in which) return condition('event_id = ?', which.eventId);
  if ('since' in which) return condition('event_at >= ?', which.since.getTime());
  return condition(`due IS NOT NULL OR ${isFailure(`tries ->> '$[#-1].status'`)}`);
}

function deliveryOfLead(row: DeliveryRow): Delivery[] {
  const event = eventFrom(row);
  if (!isOfLead(event)) return [];
  const due = row.due === null ? undefined : new Date(row.due);
  return [{ hookId: row.hook_id, event, tries: triesFrom(row), due }];
}
