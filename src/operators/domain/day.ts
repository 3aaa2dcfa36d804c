/** Milliseconds of a day without a change of clocks. */
export const DAY_MS = 86_400_000;
