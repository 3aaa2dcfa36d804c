const DAY = 24 * 3_600_000;

/** The day whose samples this run looks at. SAMPLE_DAY=2026-11-26 looks at that day's again. */
export const sampleDay = process.env.SAMPLE_DAY ?? new Date().toISOString().slice(0, 10);

const number = Math.floor(Date.parse(sampleDay) / DAY);

/** About so many of them, others each day: after a few days it was all of them. */
export function sampleOf<T>(all: readonly T[], count: number): readonly T[] {
  const step = Math.max(1, Math.floor(all.length / count));
  return all.filter((_, index) => index % step === number % step);
}
