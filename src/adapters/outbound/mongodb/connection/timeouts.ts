/** Limits in milliseconds. Each is longer than the one before, so that the innermost one reports. */
export const timeouts = {
  /** Reaching a server. */
  connect: 3_000,
  /** Running a command on the server. */
  command: 4_000,
  /** Connecting and creating indexes, before the first command. */
  preparation: 4_500,
  /** Waiting for an answer. */
  answer: 5_000,
  /** Any command. Its caller has stopped waiting; now its client is given up as well. */
  abandon: 6_000,
} as const;

/** Limits for operators, whose lists and erasures may go through every lead in several commands. */
export const operatorTimeouts = { command: 30_000, answer: 35_000, abandon: 600_000 } as const;

/**
 * Options of a read of the primary's newest data: what was acknowledged, such as a revocation, is visible also right
 * after a failover.
 */
export const newestRead = { readConcern: { level: 'local' }, maxTimeMS: timeouts.command } as const;
