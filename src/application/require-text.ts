/**
 * Throws TypeError unless `text` is one, and not empty; `from` says who gave it. The compiler does not see what an
 * adapter in JavaScript, or behind `any`, resolves to: without an id, a lead could be acknowledged and lost.
 */
export function requireText<T extends string>(text: T, from: string): T {
  if (typeof text === 'string' && text !== '') return text;
  throw new TypeError(`${from} gave no text`);
}
