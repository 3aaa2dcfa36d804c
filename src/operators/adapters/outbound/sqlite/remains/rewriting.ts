import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { framesIn } from '../../../../../adapters/outbound/sqlite/connection/open-file.ts';
import type { SideConnection } from '../../../../../adapters/outbound/sqlite/connection/side-connection.ts';
import { codeOf, FULL, isBusy } from '../../../../../adapters/outbound/sqlite/connection/store-errors.ts';
import type { Vacuumed } from './owed-rows.ts';

/** Milliseconds for which it waits until others let go, and from one try to the next. */
const [PATIENCE, REST] = [1_000, 10];
/** SQLite's code for a folder that it cannot write to. */
const NO_FOLDER = 10;

/** Writes a file again, over a connection that waits for nobody, and sees to it that the log of before goes. */
export class Rewriting {
  readonly #path: string;
  readonly #side: SideConnection;

  constructor(path: string, side: SideConnection) {
    this.#path = path;
    this.#side = side;
  }

  /** Resolves to what was written, or to what keeps it from that. */
  async write(): Promise<Omit<Vacuumed, 'through'> | 'reader' | 'room'> {
    await this.#ask('PRAGMA wal_autocheckpoint = 0'); // nobody waits until it is in the file, too
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
    // Before its own frames are those that were in use, and behind them some of an earlier round, if the log is as long.
    return { log, dirty: room > log ? room : before, pages, milliseconds };
  }

  /**
   * Whether nothing is left of the log as it was before. It is emptied if nobody reads; who always reads may have written it
   * back and begun it again: then what is left of before is written over.
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

  /** Resolves to whether all of the log is in the file, and none is left. */
  async #empty(): Promise<boolean> {
    await this.#frames(); // writes back most of it, without keeping anybody from writing
    return (await this.#number('PRAGMA wal_checkpoint(TRUNCATE)')) === 0; // the first of what it tells: 1 if somebody reads
  }

  /** Writes back what it can. Resolves to how many frames of the log are in use. */
  async #frames(): Promise<number> {
    const [, frames = 0] = await this.#ask('PRAGMA wal_checkpoint(PASSIVE)');
    return frames;
  }

  /** How many frames the log has room for: those that are not in use have what was written before. */
  async #room(): Promise<number> {
    const { size = 0 } = statSync(`${this.#path}-wal`, { throwIfNoEntry: false }) ?? {};
    return framesIn(size, await this.#number('PRAGMA page_size'));
  }

  async #number(sql: string): Promise<number> {
    return (await this.#ask(sql))[0] ?? 0;
  }

  /** Resolves to the numbers of the first row. */
  async #ask(sql: string): Promise<readonly number[]> {
    const [row = []] = await this.#side.all(sql, [], (found: Readonly<Record<string, number>>) =>
      Object.values(found),
    );
    return row;
  }
}

/** Tries until it succeeds, for as long as somebody else has the file. */
async function patiently(attempt: () => Promise<boolean>): Promise<boolean> {
  for (const end = performance.now() + PATIENCE; ; await sleep(REST)) {
    try {
      if (await attempt()) return true;
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    if (performance.now() > end) return false;
  }
}
