const MEBIBYTE = 1024 ** 2;
/** Bytes for a day of leads, whatever the file's size. */
const LEAST = 256 * MEBIBYTE;

/** A sentence if the disk lacks room for a copy of the file; `undefined` if there is enough. */
export function roomProblem(
  { bavail, bsize }: { readonly bavail: number; readonly bsize: number },
  bytes: number,
): string | undefined {
  const [free, needed] = [bavail * bsize, Math.max(LEAST, bytes)];
  if (free >= needed) return undefined;
  const inMebibytes = (count: number) => `${Math.floor(count / MEBIBYTE)} MiB`;
  return `The disk of DATA_FILE has ${inMebibytes(free)} left: it should have ${inMebibytes(needed)}, for more leads and a copy of the file.`;
}
