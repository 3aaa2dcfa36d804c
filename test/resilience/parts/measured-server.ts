import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The service, which on any message collects its garbage and tells what memory is left in use, in bytes. */
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

process.on('message', () => {
  const { rss } = process.memoryUsage();
  collect();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ rss, inUse: heapUsed + external });
});
process.channel?.unref(); // asking must not keep it alive

await import('../../../src/bootstrap/server.ts');
