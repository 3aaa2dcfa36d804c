import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The service, which on any message collects garbage and reports its memory, in bytes. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('message', () => {
  const { rss } = process.memoryUsage();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, inUse: heapUsed + external });
});
process.channel?.unref(); // the channel must not keep it alive

await import('../../../src/bootstrap/server.ts');
