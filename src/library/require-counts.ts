/**
 * Throws TypeError unless each value is absent or a whole number of at least 1: NaN or 0 would lift a limit
 * unnoticed.
 */
export function requireCounts(given: Readonly<Record<string, number | undefined>>): void {
  for (const [name, count] of Object.entries(given))
    if (count !== undefined && !(Number.isInteger(count) && count >= 1))
      throw new TypeError(`${name} has to be a whole number of at least 1.`);
}
