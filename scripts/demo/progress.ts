/** Milliseconds between two lines where they cannot be replaced. */
const PAUSE = 5_000;

/** Says on standard error how far it is: on a terminal in a line that is replaced. */
export function progressOf(what: string, of: number) {
  const { stderr } = process;
  let told = performance.now();
  return {
    tell(done: number): void {
      if (stderr.isTTY) stderr.write(`\r${done} of ${of} ${what} …`);
      else if (performance.now() - told > PAUSE) {
        told = performance.now();
        stderr.write(`${done} of ${of} ${what} …\n`);
      }
    },
    ended(): void {
      if (stderr.isTTY) stderr.write('\r\u001b[K');
    },
  };
}
