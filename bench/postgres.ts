import { execFileSync } from 'node:child_process';
import { startPostgres } from '../examples/postgres/postgres-for-tests.ts';
import { childrenOf } from '../test/support/children.ts';
import { cpuOf } from './server-process.ts';

export interface BenchPostgres extends AsyncDisposable {
  readonly url: string;
  /** CPU time that its processes have used so far, in microseconds. */
  cpu(): number;
}

/** The database of the example on PostgreSQL, which imports the package as it is built. */
export async function startExampleDatabase(): Promise<BenchPostgres> {
  execFileSync('npm', ['run', '--silent', 'build'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const before = new Set(childrenOf(process.pid));
  const { url, stop } = await startPostgres();
  const started = childrenOf(process.pid).filter((pid) => !before.has(pid));
  return {
    url,
    cpu: () => started.flatMap((pid) => [pid, ...childrenOf(pid)]).reduce((sum, pid) => sum + cpuOf(pid), 0),
    [Symbol.asyncDispose]: stop,
  };
}
