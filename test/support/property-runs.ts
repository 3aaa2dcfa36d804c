import fc from 'fast-check';

/** Runs of each property: 300 in `npm test`, 10,000 in `npx node test/deep/run.ts`. */
fc.configureGlobal({ numRuns: Number(process.env.PROPERTY_RUNS ?? 300) });
