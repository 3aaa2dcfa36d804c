import fc from 'fast-check';
import { sampleDay } from './sample.ts';

/** Runs of each property, with other cases each day: 300, or 30 on real parts in `npm test`; 10,000 in `npm run test:deep`. */
fc.configureGlobal({
  numRuns: Number(process.env.PROPERTY_RUNS ?? 300),
  seed: Number(sampleDay.replaceAll('-', '')),
});
