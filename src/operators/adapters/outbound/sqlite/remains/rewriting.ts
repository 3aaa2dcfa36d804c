import { statSync } from 'node:fs';
import { framesIn } from '../../../../../adapters/outbound/sqlite/connection/open-file.ts';
import type { SideConnection } from '../../../../../adapters/outbound/sqlite/connection/side-connection.ts';
import { codeOf, FULL } from '../../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import { patiently } from '../patiently.ts';
import type { Vacuumed } from './owed-rows.ts';

/** SQLite's code if it cannot write to the folder. */
const NO_FOLDER = 10;

/**
 * Rewrites a file with VACUUM, over a connection that waits for nobody, and then gets rid of its old log.
 *
 * VACUUM writes the new pages into the log, behind the old ones: `[old frames][new pages]`. Once these are written back
 * and nobody reads, the log is emptied. A program that always reads (Litestream) prevents that; but from time to time it
 * lets the log begin again from its start: `[newer frames][rest of the old]`. Then VACUUM is repeated until newer frames
 * cover all old ones.
 */
export class Rewriting {
  readonly #path: string;
  readonly #side: SideConnection;

  constructor(path: string, side: SideConnection) {
    this.#path = path;
    this.#side = side;
  }

  /** Rewrites the file. Resolves to what was written, or to what prevents it. */
  async write(): Promise<Omit<Vacuumed, 'through'> | 'reader' | 'room'> {
    await this.#ask('PRAGMA wal_autocheckpoint = 0'); // no commit may wait for the new pages to be written back
    const [before, room] = [await this.#frames(), await this.#room()];
    let began = performance.now();
    try {
      const isDone = await patiently(async () => {
        began = performance.now();
        await this.#ask('VACUUM');
        return true;
      });
      if (!isDone) return 'reader';
    } catch (error) {
      if ([FULL, NO_FOLDER].includes(codeOf(error) ?? 0)) return 'room';
      throw error;
    }
    const milliseconds = Math.ceil(performance.now() - began);
    const [log, pages] = [await this.#frames(), await this.#number('PRAGMA page_count')];
    // Erased bytes may be in frames before those of VACUUM; and behind them, if an earlier round made the log longer.
    return { log, dirty: room > log ? room : before, pages, milliseconds };
  }

  /**
   * Whether nothing is left of the log from before. Without readers it is emptied. With constant readers, it may have
   * been written back and begun again: then new frames overwrite the old ones.
   */
  async isLogGone(
    { log, dirty }: Pick<Vacuumed, 'log' | 'dirty'>,
    mayKeepWaiting: boolean,
  ): Promise<boolean> {
    if (await patiently(() => this.#empty())) return true;
    if (!mayKeepWaiting || (await this.#frames()) >= log) return false;
    const end = Math.min(dirty, await this.#room());
    while ((await this.#frames()) < end) if (typeof (await this.write()) === 'string') return false;
    return true;
  }

  /** Writes the whole log back and truncates it. Resolves to whether that succeeded. */
  async #empty(): Promise<boolean> {
    await this.#frames(); // writes back most of the log, while others may write
    return (await this.#number('PRAGMA wal_checkpoint(TRUNCATE)')) === 0; // the first number is 1 if somebody reads
  }

  /** Writes back what it can. Resolves to the number of frames of the log in use. */
  async #frames(): Promise<number> {
    const [, frames = 0] = await this.#ask('PRAGMA wal_checkpoint(PASSIVE)');
    return frames;
  }

  /** The number of frames in the log's file: those not in use still hold earlier pages. */
  async #room(): Promise<number> {
    const { size = 0 } = statSync(`${this.#path}-wal`, { throwIfNoEntry: false }) ?? {};
    return framesIn(size, await this.#number('PRAGMA page_size'));
  }

  async #number(sql: string): Promise<number> {
    return (await this.#ask(sql))[0] ?? 0;
  }

  /** Runs a statement. Resolves to the numbers in its first row. */
  async #ask(sql: string): Promise<readonly number[]> {
    const [row = []] = await this.#side.all(sql, [], (found: Readonly<Record<string, number>>) =>
      Object.values(found),
    );
    return row;
  }
}
