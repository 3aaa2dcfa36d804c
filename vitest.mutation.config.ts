import { defineConfig } from 'vitest/config';

/** What has to notice a change of the domain or a use case: the tests without I/O. */
export default defineConfig({
  test: {
    include: ['test/{domain,application}/**/*.unit.test.ts', 'test/adapters/**/*.unit.test.ts'],
    setupFiles: ['test/support/property-runs.ts'],
    env: { PROPERTY_RUNS: '50' },
  },
});
