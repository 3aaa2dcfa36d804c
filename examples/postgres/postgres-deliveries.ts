import {
  type AnyEvent,
  type Attempt,
  type AttemptQuery,
  type Deal,
  type Deliveries,
  type Delivery,
  type DueDelivery,
  type HookAlarm,
  isSuccess,
  type LeadEvent,
  type Progress,
  type Replayed,
  type Settled,
  type TakeOrder,
  type TestEvent,
  type Try,
} from 'partner-lead-service';
import type { Database } from './database.ts';
import { announce, inSteps } from './events.ts';
import { dealsWhere, plain, withTimes } from './records.ts';

/** What is to be delivered, in PostgreSQL. */
export class PostgresDeliveries implements Deliveries {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** `announce` has made deliveries already. */
  async collect(): Promise<boolean> {
    return false;
  }

  add(hookId: string, event: TestEvent | HookAlarm): Promise<void> {
    return this.#database.transaction((client) => announce(client, [{ event, hooks: [hookId] }]));
  }

  dueHooks(now: Date): Promise<readonly string[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        'SELECT id FROM hooks WHERE EXISTS (SELECT FROM deliveries WHERE hook = id AND due <= $1)',
        [now],
      );
      return rows.map(({ id }) => id);
    });
  }

  /** Passes over what somebody else is taking at this moment. */
  take({ hookId, now, limit, leaseEnds, lease }: TakeOrder): Promise<readonly DueDelivery[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        `WITH next AS (
           SELECT hook, event, due FROM deliveries WHERE hook = $1 AND due <= $2
           ORDER BY due LIMIT $3 FOR UPDATE SKIP LOCKED
         ), taken AS (
           UPDATE deliveries AS d SET due = $4, lease = $5 FROM next WHERE d.hook = next.hook AND d.event = next.event
           RETURNING d.content, d.tries, next.due AS since
         )
         SELECT content, tries FROM taken ORDER BY since`,
        [hookId, now, limit, leaseEnds, lease],
      );
      return rows.map(({ content, tries }) => ({
        hookId,
        event: withTimes<AnyEvent>(content),
        tries,
        lease,
      }));
    });
  }

  deal(leadId: string): Promise<Deal | undefined> {
    return this.#database.transaction(async (client) => {
      const [deal] = await dealsWhere(client, 'id = $1', [plain(leadId)]);
      return deal;
    });
  }

  settle(settled: readonly Settled[]): Promise<void> {
    return this.#database.transaction(async (client) => {
      for (const { hookId, eventId, lease, tried, due } of settled)
        await client.query(
          `WITH settled AS (
             UPDATE deliveries SET lease = NULL, due = $4, arrived = $5, tries = tries + 1
             WHERE hook = $1 AND event = $2 AND lease = $3 RETURNING hook, event
           )
           INSERT INTO tries (hook, event, at, status, duration, error, answer)
           SELECT hook, event, $6, $7, $8, $9, $10 FROM settled`,
          [
            ...[hookId, plain(eventId), lease, due, isSuccess(tried.status)],
            ...[tried.at, tried.status, tried.duration, tried.error, tried.answer],
          ],
        );
    });
  }

  attempts({ hookId, failed, eventId, limit }: AttemptQuery): Promise<readonly Attempt[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        `SELECT content, t.at, status, duration, error, answer FROM tries t JOIN deliveries USING (hook, event)
         WHERE hook = $1 AND ($2::text IS NULL OR event = $2) AND (error IS NOT NULL OR NOT $3)
         ORDER BY t.at DESC, place DESC LIMIT $4`,
        [hookId, eventId && plain(eventId), failed, limit],
      );
      return rows.map(({ content, ...row }) => ({
        eventId: content.id,
        type: content.type,
        leadId: content.leadId,
        ...tryFrom(row),
      }));
    });
  }

  ofLead(leadId: string, limit: number): Promise<readonly Delivery[]> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        `SELECT hook, due, content, ARRAY(
           SELECT to_json(t) FROM tries t WHERE t.hook = d.hook AND t.event = d.event ORDER BY place
         ) AS tries
         FROM deliveries d WHERE lead = $1 ORDER BY at DESC LIMIT $2`,
        [plain(leadId), limit],
      );
      return rows.map(({ hook, due, content, tries }) => ({
        hookId: hook,
        event: withTimes<LeadEvent>(content),
        tries: withTimes<Row[]>(tries).map(tryFrom),
        due: due ?? undefined,
      }));
    });
  }

  replay(hookId: string, which: Replayed, now: Date, progress?: Progress): Promise<number> {
    const change = 'UPDATE deliveries SET due = $3, lease = NULL, tries = 0, arrived = false';
    const [condition, value] = meant(which);
    return inSteps(this.#database, hookId, { change, condition, values: [now, value] }, progress);
  }

  oldestDue(hookIds: readonly string[], now: Date): Promise<Date | undefined> {
    return this.#database.transaction(async (client) => {
      const { rows } = await client.query(
        'SELECT min(due) AS due FROM deliveries WHERE hook = ANY($1) AND due <= $2',
        [hookIds, now],
      );
      return rows[0].due ?? undefined;
    });
  }
}

/** A condition, and its `$4`. */
function meant(which: Replayed): [condition: string, value: unknown] {
  if ('eventId' in which) return ['event = $4', plain(which.eventId)];
  return 'since' in which ? ['at >= $4', which.since] : ['arrived = $4', false];
}

type Row = { readonly [K in keyof Try]: Exclude<Try[K], undefined> | null } & Pick<Try, 'at' | 'duration'>;

const tryFrom = ({ at, status, duration, error, answer }: Row): Try => ({
  at,
  status: status ?? undefined,
  duration,
  error: error ?? undefined,
  answer: answer ?? undefined,
});
