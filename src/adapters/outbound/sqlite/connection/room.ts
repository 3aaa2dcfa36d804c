const MEBIBYTE = 1024 ** 2;
/** Bytes for a day of leads, whatever the file's size. */
const LEAST = 256 * MEBIBYTE;

/** The bytes that a disk has left. */
export const freeOn = ({ bavail, bsize }: Room): number => bavail * bsize;

/** Whether the disk will be full soon. */
export const hasLittleRoom = (disk: Room): boolean => freeOn(disk) < LEAST;

interface Room {
  readonly bavail: number;
  readonly bsize: number;
}

/** A sentence if the disk lacks room for a copy of the file; `undefined` if there is enough. */
export function roomProblem(disk: Room, bytes: number): string | undefined {
  const [free, needed] = [freeOn(disk), Math.max(LEAST, bytes)];
  if (free >= needed) return undefined;
  const inMebibytes = (count: number) => `${Math.floor(count / MEBIBYTE)} MiB`;
  return `The disk of DATA_FILE has ${inMebibytes(free)} left: it should have ${inMebibytes(needed)}, for more leads and a copy of the file.`;
}
