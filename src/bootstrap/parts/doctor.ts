import type { CheckedProgram } from '../../operators/adapters/inbound/cli/cli-context.ts';
import { checkUp, rolesOf } from '../check-up.ts';
import { canSign } from '../modules/webhooks.ts';
import type { Composed, Part } from '../process.ts';
import { tokens } from '../tokens.ts';

/** Milliseconds until the next check if the store did not answer. */
const AGAIN = 60_000;

/** Warns once, when the store answers, of everything that this process lacks, as `leads doctor` does. */
export const tellProblems =
  (program: CheckedProgram) =>
  async (composed: Composed): Promise<Part | undefined> => {
    const { warn } = composed.container.get(tokens.journal);
    const toldOtherwise = ['settings', 'clock', 'rehearsal', 'warnings'];
    const { config } = composed;
    if (rolesOf[program](config).includes('deliverer') || !canSign(config)) toldOtherwise.push('webhooks');
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;

    async function look(): Promise<void> {
      try {
        const checks = await checkUp(composed, program, toldOtherwise);
        if (!isOver) for (const problem of checks.flatMap(({ problems }) => problems)) warn(problem);
      } catch {
        if (!isOver) timer = setTimeout(() => void look(), AGAIN).unref(); // an outage is reported elsewhere
      }
    }

    void look();
    return {
      async close() {
        isOver = true;
        clearTimeout(timer);
      },
    };
  };
