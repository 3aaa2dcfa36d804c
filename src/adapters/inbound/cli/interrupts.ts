import type { EventEmitter } from 'node:events';

/** What a shell reports of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Ctrl-C ends the program at once, but lets a change that is under way come to its end and be told of. */
export class Interrupts {
  #underWay = 0;
  #begun = 0;
  #asked = false;

  /** `signals` tells of SIGINT as a process does. */
  constructor(signals: EventEmitter, tell: (sentence: string) => void, exit: (code: number) => void) {
    signals.on('SIGINT', () => {
      if (this.#underWay > 0 && !this.#asked) {
        this.#asked = true;
        tell('Finishing what was begun. Ctrl-C again leaves at once.');
        return;
      }
      if (this.#begun === 0) tell('Interrupted: nothing was changed.');
      exit(INTERRUPTED);
    });
  }

  readonly undisturbed = async <T>(work: () => Promise<T>): Promise<T> => {
    this.#begun += 1;
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  };
}
