import type { UpgradeProgress } from '../../../application/ports/outbound/store-upgrade.ts';
import type { CliContext } from './cli-context.ts';

type Terminal = Pick<CliContext, 'stderr'>;

/** Does the work, and says on a terminal how far it is, in one line that is replaced and at last erased. */
async function shown<T>(
  { stderr }: Terminal,
  work: (show: (text: string) => void) => Promise<T>,
): Promise<T> {
  if (!stderr.isTTY) return work(() => {});
  try {
    return await work((text) => void stderr.write(`\r\x1b[K${text}`));
  } finally {
    stderr.write('\r\x1b[K');
  }
}

/** How many are done. */
export const counted = <T>(
  context: Terminal,
  what: string,
  work: (progress: (done: number) => void) => Promise<T>,
): Promise<T> => shown(context, (show) => work((done) => show(`${done.toLocaleString('en')} ${what} …`)));

/** How far each step is. */
export const inSteps = <T>(
  context: Terminal,
  work: (progress: (progress: UpgradeProgress) => void) => Promise<T>,
): Promise<T> =>
  shown(context, (show) =>
    work(({ step, looked, of }) => show(`${step}: ${looked} of about ${Math.max(looked, of)}`)),
  );
