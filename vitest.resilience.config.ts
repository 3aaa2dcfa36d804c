import { defineConfig } from 'vitest/config';

/** The figures of the long form are measured one after another; in the short form most of the time is spent waiting. */
const isLong = process.env.RESILIENCE_FORM === 'long';

/** What compares times or counts memory: nothing else runs meanwhile. */
const measured = ['neighbours', 'memory', 'slow-clients'].map((name) => `test/resilience/${name}.test.ts`);

const common = {
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: ['test/support/cpu-time.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
};

/** Kills, faults and outages: see docs/reliability.md. */
export default defineConfig({
  test: {
    reporters: [
      'default',
      './test/resilience/parts/figures-reporter.ts',
      ...(process.env.CI ? ['./test/support/dearest-files.ts'] : []),
      './test/support/closing-line.ts',
    ],
    projects: [
      {
        test: {
          name: 'faults',
          include: ['test/resilience/**/*.test.ts'],
          exclude: measured,
          maxWorkers: isLong ? 1 : 4,
          ...common,
        },
      },
      {
        test: {
          name: 'measured',
          include: measured,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          ...common,
        },
      },
    ],
  },
});
