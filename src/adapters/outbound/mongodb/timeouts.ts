/**
 * In milliseconds. Each is longer than the one before it, so that the innermost limit is the one that reports:
 * reaching a server, a command on it, everything before the first command, a caller's wait for an answer, and any command
 * at all, for which nobody waits any more.
 */
export const timeouts = {
  connect: 3_000,
  command: 4_000,
  preparation: 4_500,
  answer: 5_000,
  endless: 6_000,
} as const;

/** The same for an operator, whose lists and erasures may go through every lead in several commands. */
export const operatorTimeouts = { command: 30_000, answer: 35_000, endless: 600_000 } as const;
