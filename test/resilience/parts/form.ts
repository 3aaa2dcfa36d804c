/** How much is done: `npm run test:resilience` is the short form, `-- --long` the long one. */
export const isLong = process.env.RESILIENCE_FORM === 'long';

export const form = isLong
  ? {
      ...{ acknowledged: 100_000, primaryKills: 30, serverKills: 30, sharedKeys: 1_000, terminations: 10 },
      ...{ events: 10_000, delivererKills: 30, isEverySilence: true },
    }
  : {
      ...{ acknowledged: 2_000, primaryKills: 3, serverKills: 2, sharedKeys: 30, terminations: 2 },
      ...{ events: 3_000, delivererKills: 5, isEverySilence: false },
    };

export const LIMIT = isLong ? 2_400_000 : 240_000;
