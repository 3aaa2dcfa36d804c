import { lstatSync, readFileSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The real path of a file, even of one not there yet: SQLite keeps its log beside that, not beside a link. */
export function placeOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
    return isLink ? placeOf(resolve(dirname(path), readlinkSync(path))) : path;
  }
}

/** The file that is there while a restore is under way, and after one that was broken off. */
export const restoringMark = (path: string): string => `${path}-restoring`;

/** Warnings about a file's place and who may read it, one sentence each. */
export function placeProblems(path: string): string[] {
  const [file, log] = [statSync(path), statSync(`${path}-wal`, { throwIfNoEntry: false })];
  return [
    file.nlink > 1 &&
      'DATA_FILE has a second name (a hard link): its log lies beside one of them, and under the other the last leads are missing. Remove one.',
    isMounted(path) &&
      'DATA_FILE is mounted alone: its log lies outside, and is lost with the container. Mount the folder that it is in.',
    [file, log].some(isWide) &&
      'DATA_FILE or its log may be read by others than its owner, and customers are in it: chmod 600 both.',
  ].filter((problem) => problem !== false);
}

const isWide = (file: Stats | undefined): boolean => file !== undefined && (file.mode & 0o077) !== 0;

/** Whether a file is a mount point. Only Linux tells; elsewhere it is false. */
function isMounted(path: string): boolean {
  try {
    const mounts = readFileSync('/proc/self/mountinfo', 'utf8').split('\n');
    return mounts.some((line) => unescaped(line.split(' ')[4] ?? '') === path);
  } catch {
    return false;
  }
}

const unescaped = (place: string): string =>
  place.replace(/\\([0-7]{3})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 8)));
