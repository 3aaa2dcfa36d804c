import {
  closeSync,
  existsSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { NotCopied } from '#operators/application/not-copied.ts';

/** The end of an unfinished copy's name: the id of the process that writes it, and the host or container that it is in. */
const ENDING = /\.unfinished-(\d+)(?:-([\w.]+))?$/;
const HOST = hostname().replace(/[^\w.]/g, '_');
/** Milliseconds after which a copy of another host, whose processes are not seen from here, is one that was killed. */
const FOREIGN_REST = 3_600_000;

/** A copy under way, beside its target: a file made by this process, which only its owner may read. */
export class WorkingFile {
  readonly path: string;
  readonly #target: string;

  /** Throws the errors of Node. */
  constructor(target: string) {
    this.#target = target;
    this.path = `${target}.unfinished-${process.pid}-${HOST}`;
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
    const [, id, host = HOST] = ENDING.exec(basename(name)) ?? [];
    const path = join(folder, name);
    if (id === undefined || !isOurs(path) || isAtWork(Number(id), host, path)) continue;
    for (const end of ['', '-journal']) rmSync(`${path}${end}`, { force: true });
  }
}

function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.uid === process.getuid?.();
}

function isAtWork(id: number, host: string, path: string): boolean {
  if (host !== HOST) return Date.now() - statSync(path).mtimeMs < FOREIGN_REST;
  return id !== process.pid && isRunning(id);
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
