import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** The files of a process share their modules: to load all of them costs as much as many a file. */
const isolate = false;
const setupFiles = ['test/support/cpu-time.ts', 'test/support/property-runs.ts'];

/** Real parts: sockets, a real mongod, processes. */
const realParts = {
  setupFiles: [...setupFiles, 'test/support/end-of-file.ts'],
  globalSetup: ['test/support/global-setup.ts'],
  isolate,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } }, // what is waited for comes late on a busy machine
};

/**
 * The name of a file says which project it is in, and so which command runs it:
 *
 * - `*.unit.test.ts`: no real waiting, no process, no file outside the repository.
 * - `*.shipped.test.ts`: what only a release must show: the package, examples, images and manifests, conformance,
 *   every page's accessibility, long waits, whole sweeps. `npm run test:shipped`.
 * - `*.test.ts`: the rest.
 * - `any-*.test.ts`: anything that can happen, on real parts. 30 cases a day with the rest, 300 with what is shipped.
 *
 * To move a file from one to another, rename it.
 */
export default defineConfig({
  test: {
    maxWorkers: Math.max(5, availableParallelism() - 1), // much of the time is spent waiting: for servers, for time limits
    silent: process.env.CI ? false : 'passed-only', // what libraries write beside tests that pass
    reporters: [
      'default',
      ...(process.env.CI ? ['./test/support/dearest-files.ts'] : []),
      './test/support/closing-line.ts',
    ],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.unit.test.ts'],
          setupFiles,
          isolate,
          testTimeout: 30_000, // for what never ends: a busy machine turns none red
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.unit.test.ts', 'test/**/*.shipped.test.ts', 'test/resilience/**'],
          env: { PROPERTY_RUNS: process.env.PROPERTY_RUNS ?? '30' },
          ...realParts,
        },
      },
      {
        test: {
          name: 'shipped',
          include: ['test/**/*.shipped.test.ts', 'test/**/any-*.test.ts'],
          ...realParts,
        },
      },
    ],
  },
});
