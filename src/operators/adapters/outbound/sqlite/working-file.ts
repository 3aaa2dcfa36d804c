import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { NotCopied } from '../../../application/not-copied.ts';

/** The end of an unfinished copy's name: the id of the process that writes it. */
const ENDING = /\.unfinished-(\d+)$/;

/** A copy under way, beside its target: a file made by this process, which only its owner may read. */
export class WorkingFile {
  readonly path: string;
  readonly #target: string;

  /** Throws the errors of Node. */
  constructor(target: string) {
    this.#target = target;
    this.path = `${target}.unfinished-${process.pid}`;
    removeLeftOver(dirname(target));
    closeSync(openSync(this.path, 'wx', 0o600)); // fails rather than follow a file of somebody else's
  }

  /** Renames the finished copy to its target. Throws NotCopied if the target exists by now. */
  finish(): void {
    try {
      linkSync(this.path, this.#target);
      rmSync(this.path);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' || existsSync(this.#target)) throw isThere(this.#target);
      renameSync(this.path, this.#target); // the file system has no links
    }
  }

  /** Renames the finished copy to its target, in place of what is there: at any time, one of the two is. */
  replace(): void {
    renameSync(this.path, this.#target);
  }

  remove(): void {
    for (const end of ['', '-journal']) rmSync(`${this.path}${end}`, { force: true });
  }
}

export const isThere = (target: string): NotCopied =>
  new NotCopied(`${target} is there already: name a new file.`);

/** Removes unfinished copies of killed processes, as customers erased since would stay in them for ever. */
function removeLeftOver(folder: string): void {
  for (const name of readdirSync(folder)) {
    const id = Number(ENDING.exec(basename(name))?.[1] ?? 0);
    const path = join(folder, name);
    if (id === 0 || (id !== process.pid && isRunning(id)) || !isOurs(path)) continue;
    for (const end of ['', '-journal']) rmSync(`${path}${end}`, { force: true });
  }
}

function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.uid === process.getuid?.();
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
