import { type Load, load } from './load.ts';
import { cpuOf, type ServerProcess } from './server-process.ts';

export interface Figures {
  /** Responses per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of CPU per response, for all servers together. */
  readonly cpu: number;
  /** The same of the database; 0 without one. */
  readonly database: number;
}

/** Puts load on the servers, with the connections divided among them, and returns what that cost. */
export async function measure(
  servers: readonly ServerProcess[],
  database: { cpu(): number } | undefined,
  { connections, seconds, next }: Omit<Load, 'url'>,
): Promise<Figures> {
  const spent = () => ({
    server: servers.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    database: database?.cpu() ?? 0,
  });
  const before = spent();
  const shares = await Promise.all(
    servers.map(({ url }) => load({ url, connections: connections / servers.length, seconds, next })),
  );
  const after = spent();
  const answers = shares.reduce((sum, share) => sum + share.answers, 0);
  return {
    rate: shares.reduce((sum, share) => sum + share.answers / share.seconds, 0),
    p50: Math.max(...shares.map(({ p50 }) => p50)),
    p99: Math.max(...shares.map(({ p99 }) => p99)),
    cpu: (after.server - before.server) / answers,
    database: (after.database - before.database) / answers,
  };
}
