/**
 * Limits in milliseconds, each longer than the one before it, so that the innermost limit is the one that reports.
 */
export const timeouts = {
  /** For reaching a server. */
  connect: 3_000,
  /** A command on the server. */
  command: 4_000,
  /** Connecting and creating the indexes, before the first command. */
  preparation: 4_500,
  /** A caller's wait for an answer. */
  answer: 5_000,
  /** Any command. Its caller has stopped waiting; now its client is given up, too. */
  abandon: 6_000,
} as const;

/** The same for an operator, whose lists and erasures may go through every lead in several commands. */
export const operatorTimeouts = { command: 30_000, answer: 35_000, abandon: 600_000 } as const;
