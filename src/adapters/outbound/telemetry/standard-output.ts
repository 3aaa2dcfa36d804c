import sonicBoom from 'sonic-boom';

/** The most bytes kept while nobody reads or the disk is full. Further lines are dropped. */
const MAX_BYTES_WAITING = 8 * 1024 * 1024;

/**
 * Writes lines to standard output (`fd`: another descriptor) without waiting. `process.stdout` would block the
 * process while nobody reads, and end it if the disk is full.
 */
export function standardOutput(fd = 1): (line: string) => void {
  const out = new sonicBoom.SonicBoom({ fd, sync: false, maxLength: MAX_BYTES_WAITING });
  out.on('error', () => {});
  return (line) => void out.write(line);
}
