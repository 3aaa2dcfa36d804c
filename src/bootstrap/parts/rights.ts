import type { CheckedProgram } from '../../adapters/inbound/cli/cli-context.ts';
import { rightsProblem } from '../check-up.ts';
import type { Composed, Part } from '../process.ts';
import { tokens } from '../tokens.ts';

/** Milliseconds until it asks again, if the store did not answer. */
const AGAIN = 60_000;

/** Says, once the store answers, what this process may not do there of all that it does, if the store says so. */
export const tellRights =
  (program: CheckedProgram) =>
  async (composed: Composed): Promise<Part | undefined> => {
    const { warn } = composed.container.get(tokens.journal);
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;

    async function ask(): Promise<void> {
      try {
        const problem = await rightsProblem(composed, program);
        if (problem) warn(problem);
      } catch {
        if (!isOver) timer = setTimeout(() => void ask(), AGAIN).unref(); // an outage is told otherwise
      }
    }

    void ask();
    return {
      async close() {
        isOver = true;
        clearTimeout(timer);
      },
    };
  };
