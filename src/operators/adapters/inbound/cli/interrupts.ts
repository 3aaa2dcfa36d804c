/** The exit code that a shell reports for a program ended by Ctrl-C; here, for one ended by any signal. */
const INTERRUPTED = 130;

/** Ends the program at once on a signal. A change in progress is first finished and reported. */
export class Interrupts {
  #inFlight = 0;
  #begun = 0;
  #asked = false;

  constructor(
    onInterrupt: (listener: () => void) => void,
    tell: (sentence: string) => void,
    exit: (code: number) => void,
  ) {
    onInterrupt(() => {
      if (this.#inFlight > 0 && !this.#asked) {
        this.#asked = true;
        tell('Finishing the change in progress. Press Ctrl-C again to quit now.');
        return;
      }
      if (this.#inFlight > 0) tell('Interrupted during a change: check whether it was made.');
      else if (this.#begun === 0) tell('Interrupted: nothing was changed.');
      exit(INTERRUPTED);
    });
  }

  readonly uninterrupted = async <T>(work: (isStopped: () => boolean) => Promise<T>): Promise<T> => {
    this.#begun += 1;
    this.#inFlight += 1;
    try {
      return await work(() => this.#asked);
    } finally {
      this.#inFlight -= 1;
    }
  };
}
