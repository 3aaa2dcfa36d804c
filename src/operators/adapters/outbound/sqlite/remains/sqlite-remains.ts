import type { OwedRemains, Remains } from '#operators/application/ports/outbound/remains.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { DiskFull } from '../../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import { keepVacuumed, owedIn, settle, vacuumedIn } from './owed-rows.ts';
import { readersOf } from './readers-of-file.ts';
import { Rewriting } from './rewriting.ts';

/** Milliseconds that others may have to wait for a VACUUM outside the quiet hour, as estimated from the last one. */
const MOMENT = 1_000;
/** Milliseconds that a VACUUM takes for a page on a slow disk: the estimate before the first one. */
const USUAL_PACE = 0.1;

/** The reasons why a file cannot be rewritten yet, or its log not be removed. */
type Obstacle = 'reader' | 'hour' | 'room';

/**
 * Removes bytes of erased customers from the file. `secure_delete` overwrites erased records; but where SQLite splits
 * a page, copies of moved records stay in its unused part, and the log has earlier pages. So VACUUM rewrites the
 * file, and then its log has to go.
 */
export class SqliteRemains implements Remains {
  readonly #file: DataFile;
  readonly #quietHour: string;
  #last: Promise<unknown> = Promise.resolve();

  /** `quietHour`: as messages show it, such as `3:00`. */
  constructor(file: DataFile, quietHour: string) {
    this.#file = file;
    this.#quietHour = quietHour;
  }

  async owed(): Promise<OwedRemains | undefined> {
    const { owed, vacuumed, isQuick } = await this.#file.read(stateOf);
    const waitsForReader = isQuick || (vacuumed?.through ?? 0) > 0;
    return owed && { since: owed.since, why: this.#why(waitsForReader ? 'reader' : 'hour') };
  }

  /** Runs one removal after another: a later one mostly finds nothing left to do. */
  remove({ thoroughly }: { readonly thoroughly: boolean }): Promise<OwedRemains | undefined> {
    const removed = this.#last.then(() => this.#remove(thoroughly));
    this.#last = removed.catch(() => {});
    return removed;
  }

  async #remove(thoroughly: boolean): Promise<OwedRemains | undefined> {
    if (!(await this.#file.read(owedIn))) return undefined;
    const obstacle = await this.#file
      .aside((side) => this.#removeBy(new Rewriting(this.#file.path, side), thoroughly))
      .catch((error): Obstacle => {
        if (error instanceof DiskFull) return 'room';
        throw error;
      });
    const left = await this.#file.read(owedIn);
    return left && { since: left.since, why: this.#why(obstacle ?? 'hour') };
  }

  async #removeBy(rewriting: Rewriting, thoroughly: boolean): Promise<Obstacle | undefined> {
    const { owed, vacuumed, isQuick } = await this.#file.read(stateOf);
    const mayKeepWaiting = thoroughly || isQuick;
    if (vacuumed && vacuumed.through > 0) {
      if (!(await rewriting.isLogGone(vacuumed, mayKeepWaiting))) return 'reader';
      await this.#file.write((db) => settle(db, vacuumed.through));
    }
    if (!owed || owed.last <= (vacuumed?.through ?? 0)) return undefined;
    if (!mayKeepWaiting) return 'hour';
    const written = await rewriting.write();
    if (typeof written === 'string') return written;
    const done = { ...written, through: owed.last };
    await this.#file.write((db) => keepVacuumed(db, done));
    if (!(await rewriting.isLogGone(done, mayKeepWaiting))) return 'reader';
    await this.#file.write((db) => settle(db, done.through));
    return undefined;
  }

  #why(obstacle: Obstacle): string {
    if (obstacle === 'hour')
      return `They go in the quiet hour, from ${this.#quietHour} on, or at once with leads compact.`;
    if (obstacle === 'room')
      return 'They go once there is room for a second copy of the file, on its disk and in the folder for temporary files (TMPDIR).';
    const readers = readersOf(this.#file.path).join(', ') || 'Litestream, a shell or a backup, perhaps';
    return `They go soon after another program lets go of the file, or writes its log back: ${readers}.`;
  }
}

function stateOf(db: Database) {
  const [owed, vacuumed] = [owedIn(db), vacuumedIn(db)];
  const { page_count: pages = 0 } = db.one<{ page_count: number }>('PRAGMA page_count') ?? {};
  const pace = vacuumed ? vacuumed.milliseconds / vacuumed.pages : USUAL_PACE;
  return { owed, vacuumed, isQuick: pages * pace <= MOMENT };
}
