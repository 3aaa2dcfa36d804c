/** The milliseconds of a day on which clocks are not changed. */
export const DAY_MS = 86_400_000;
