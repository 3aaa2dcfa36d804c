import { defineConfig } from 'vitest/config';

/** The tests that must notice a change to the domain or a use case: those without I/O. */
export default defineConfig({
  test: {
    include: [
      'test/{domain,application,library,suites}/**/*.unit.test.ts',
      'test/adapters/**/*.unit.test.ts',
    ],
    setupFiles: ['test/support/property-runs.ts'],
    env: { PROPERTY_RUNS: '50' },
  },
});
