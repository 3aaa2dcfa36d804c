import type { UpgradeProgress } from '#operators/application/ports/outbound/store-upgrade.ts';
import type { CliContext } from './cli-context.ts';

type Terminal = Pick<CliContext, 'stderr'>;

/** Runs work. On a terminal it shows how far the work is, in one line that is replaced and finally erased. */
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

/** Runs work and shows how much is done. */
export const counted = <T>(
  context: Terminal,
  what: string,
  work: (progress: (done: number) => void) => Promise<T>,
): Promise<T> => shown(context, (show) => work((done) => show(`${done.toLocaleString('en')} ${what} …`)));

/** Runs work and shows the progress of each step. */
export const inSteps = <T>(
  context: Terminal,
  work: (progress: (progress: UpgradeProgress) => void) => Promise<T>,
): Promise<T> =>
  shown(context, (show) =>
    work(({ step, looked, of }) => show(`${step}: ${looked} of about ${Math.max(looked, of)}`)),
  );
