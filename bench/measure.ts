import { type Load, load } from './load.ts';
import { cpuOf, type ServerProcess } from './server-process.ts';

export interface Figures {
  /** Responses per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of CPU per response. */
  readonly cpu: number;
  /** The same of the database; 0 without one. */
  readonly database: number;
}

/** Puts load on the server, and returns what that cost. */
export async function measure(
  { url, pid }: ServerProcess,
  database: { cpu(): number } | undefined,
  work: Omit<Load, 'url'>,
): Promise<Figures> {
  const spent = () => ({ server: cpuOf(pid), database: database?.cpu() ?? 0 });
  const before = spent();
  const { answers, seconds, p50, p99 } = await load({ url, ...work });
  const after = spent();
  return {
    rate: answers / seconds,
    p50,
    p99,
    cpu: (after.server - before.server) / answers,
    database: (after.database - before.database) / answers,
  };
}
