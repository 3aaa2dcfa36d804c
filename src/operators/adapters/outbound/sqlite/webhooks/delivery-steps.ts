import type { Progress } from '#operators/application/events/ports/deliveries.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import type { Condition } from '../tables/condition.ts';

/** Deliveries written in one step: so few that a lead hardly waits. */
const STEP_SIZE = 250;

/** Does `work` on all `meant` deliveries of a hook, step by step. Resolves to their number. */
export async function inSteps(
  file: DataFile,
  hookId: string,
  progress: Progress = () => {},
  meant: Condition,
  work: (db: Database, number: number) => unknown,
): Promise<number> {
  let [done, after] = [0, ''];
  for (;;) {
    const step = await file.write((db) => {
      const found = db.all<{ number: number; event_id: string }>(
        `SELECT number, event_id FROM deliveries WHERE hook_id = ? AND event_id > ? AND (${meant.sql}) ORDER BY event_id LIMIT ${STEP_SIZE}`,
        [hookId, after, ...meant.values],
      );
      for (const { number } of found) work(db, number);
      return found;
    });
    const last = step.at(-1);
    if (!last) return done;
    done += step.length;
    progress(done);
    after = last.event_id;
  }
}
