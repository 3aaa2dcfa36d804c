/** A number from a command line. Throws if it is none, or not above 0: nothing could be measured with it. */
export function positive(text: string): number {
  const number = Number(text);
  if (number > 0 && number < Number.POSITIVE_INFINITY) return number;
  throw new TypeError(`"${text}" is not a number above 0`);
}
