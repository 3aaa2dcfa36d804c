import { defineConfig } from 'vitest/config';

/** Its figures are measured one after another; the short form judges, and mostly waits. */
const isLong = process.env.RESILIENCE_FORM === 'long';

/** Kills, faults and outages: see docs/reliability.md. */
export default defineConfig({
  test: {
    include: ['test/resilience/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/cpu-time.ts'],
    reporters: [
      'default',
      './test/resilience/parts/figures-reporter.ts',
      ...(process.env.CI ? ['./test/support/dearest-files.ts'] : []),
      './test/support/closing-line.ts',
    ],
    maxWorkers: isLong ? 1 : 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
