/** How much is done: `npm run test:resilience` is the short form, `-- --long` the long one. */
const long = process.env.RESILIENCE_FORM === 'long';

export const form = long
  ? { acknowledged: 100_000, primaryKills: 30, serverKills: 30, sharedKeys: 1_000, terminations: 10 }
  : { acknowledged: 10_000, primaryKills: 4, serverKills: 3, sharedKeys: 60, terminations: 3 };

export const LIMIT = long ? 2_400_000 : 240_000;
