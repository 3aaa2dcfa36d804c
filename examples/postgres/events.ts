import type { AnyEvent } from 'partner-lead-service';
import type { Client, Database } from './database.ts';
import { plain } from './records.ts';

interface Announced {
  readonly event: AnyEvent;
  readonly hooks: readonly string[];
}

/** Keeps each event for each of its hooks, in the transaction of what it tells of: there is no moment between the two. */
export async function announce(client: Client, announced: readonly Announced[]): Promise<void> {
  for (const { event, hooks } of announced)
    await client.query(
      `INSERT INTO deliveries (hook, event, lead, at, due, content)
       SELECT id, $2, $3, $4, $4, $5 FROM hooks WHERE id = ANY($1) ON CONFLICT DO NOTHING`,
      [
        hooks,
        plain(event.id),
        'leadId' in event ? plain(event.leadId) : undefined,
        event.at,
        JSON.stringify(event),
      ],
    );
}

/** What receivers answered to the lead's events goes. Without its lease, what a try under way brings is not kept. */
export async function forgetAnswers(client: Client, leadId: string): Promise<void> {
  await client.query(
    `WITH told AS (UPDATE deliveries SET lease = NULL WHERE lead = $1 RETURNING hook, event)
     UPDATE tries SET answer = NULL FROM told WHERE tries.hook = told.hook AND tries.event = told.event`,
    [plain(leadId)],
  );
}

/** Deliveries in one step: few enough for the time limits. */
const STEP = 1_000;

/** What to do with deliveries of a hook. `$3` and so on are `values`. */
interface Work {
  readonly change: string;
  readonly condition?: string;
  readonly values?: readonly unknown[];
}

/** Changes a hook's deliveries step by step, each a transaction. Resolves to how many there were. */
export async function inSteps(
  database: Database,
  hookId: string,
  { change, condition = 'true', values = [] }: Work,
  progress: (done: number) => void = () => {},
): Promise<number> {
  const sql = `
    WITH step AS (
      SELECT event FROM deliveries WHERE hook = $1 AND event > $2 AND ${condition} ORDER BY event LIMIT ${STEP}
    ), changed AS (
      ${change} WHERE hook = $1 AND event IN (SELECT event FROM step)
    )
    SELECT max(event) AS last, count(*)::int AS count FROM step`;
  let done = 0;
  for (let after = ''; ; ) {
    const { rows } = await database.transaction((client) => client.query(sql, [hookId, after, ...values]));
    const { last, count } = rows[0];
    if (count === 0) return done;
    done += count;
    progress(done);
    after = last;
  }
}
