import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const setupFiles = ['test/support/property-runs.ts'];

/** `unit` does no I/O; `integration` uses real parts: sockets, a real mongod, processes. */
export default defineConfig({
  test: {
    maxWorkers: Math.max(3, availableParallelism() - 1), // much of the time is spent waiting: for servers, for time limits
    reporters: ['default', './test/support/closing-line.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.unit.test.ts'],
          setupFiles,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.unit.test.ts', 'test/resilience/**', 'test/deep/**'],
          setupFiles: [...setupFiles, 'test/support/end-processes.ts'],
          globalSetup: ['test/support/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
