import sonicBoom from 'sonic-boom';

/** Bytes that wait while the reader stands still or the disk is full; further lines are dropped. */
const WAITING = 8 * 1024 * 1024;

/**
 * Writes lines to standard output, or to `fd`, and never waits for them: `process.stdout` would hold up the process
 * where its reader stands still, and end it where the disk is full.
 */
export function standardOutput(fd = 1): (line: string) => void {
  const out = new sonicBoom.SonicBoom({ fd, sync: false, maxLength: WAITING });
  out.on('error', () => {});
  return (line) => void out.write(line);
}
