import { resolve } from 'node:path';

/** `node warm.ts FILE EVENT` prints the microseconds of CPU that one event takes, after the function has handled many. */

const [file = '', event = ''] = process.argv.slice(2);
const { handler } = (await import(resolve(file))) as { handler(event: unknown): Promise<unknown> };

async function repeat(times: number): Promise<number> {
  const each = JSON.parse(event);
  const before = process.cpuUsage();
  for (let call = 0; call < times; call += 1) await handler(each);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

await repeat(5_000);
console.log(await repeat(20_000));
