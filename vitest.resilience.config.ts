import { defineConfig } from 'vitest/config';

/** Kills, faults and outages, one after another: see docs/reliability.md. */
export default defineConfig({
  test: {
    include: ['test/resilience/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/resilience/parts/figures-reporter.ts', './test/support/closing-line.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
