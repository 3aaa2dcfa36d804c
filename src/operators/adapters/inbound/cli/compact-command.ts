import { setTimeout as sleep } from 'node:timers/promises';
import type { OwedRemains } from '#operators/application/ports/outbound/remains.ts';
import { owedText } from '../presentation/lead-words.ts';
import { commanded } from './at-terminal.ts';
import { NotDone, print, printJson, remark } from './cli-context.ts';

/** Milliseconds for which the command waits until others release the file: Litestream does so once a minute. */
const PATIENCE = 90_000;
const REST = 1_000;

export const compact = commanded({
  method: 'GET',
  summary:
    'Of a file: remove at once what is left in it of customers who were erased; leads wait meanwhile, some seconds for a large file',
  command: { words: 'compact', examples: ['compact'] },
  async act({ json }, context) {
    const remains = await context.remains();
    const before = await remains.owed();
    const owed = await context.uninterrupted(async (isStopped) => {
      const end = performance.now() + PATIENCE;
      for (let told: string | undefined; ; await sleep(REST)) {
        const left: OwedRemains | undefined = await remains.remove({ thoroughly: true });
        if (!left || isStopped() || performance.now() > end) return left;
        if (left.why !== told) remark(context, left.why);
        told = left.why;
      }
    });
    if (json) await printJson(context, { owedBefore: before?.since, owed });
    if (owed) throw new NotDone(owedText(owed));
    if (!json) await print(context, before ? 'Nothing is left of what was erased.' : 'Nothing was owed.');
  },
});
