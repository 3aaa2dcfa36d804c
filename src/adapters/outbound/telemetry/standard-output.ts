import sonicBoom from 'sonic-boom';

/** What is kept while nobody reads or the disk is full; further lines are dropped. */
const MAX_BYTES_WAITING = 8 * 1024 * 1024;

/**
 * Writes lines to standard output, or to `fd`, without waiting. `process.stdout` would block the process while nobody
 * reads, and end it if the disk is full.
 */
export function standardOutput(fd = 1): (line: string) => void {
  const out = new sonicBoom.SonicBoom({ fd, sync: false, maxLength: MAX_BYTES_WAITING });
  out.on('error', () => {});
  return (line) => void out.write(line);
}
