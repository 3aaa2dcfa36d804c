import { missingMethods } from '../application/missing-methods.ts';

/** Throws TypeError unless all that is given is a function. */
export function requireFunctions(given: Readonly<Record<string, unknown>> = {}): void {
  const wrong = Object.keys(given).filter((name) => typeof given[name] !== 'function');
  if (wrong.length > 0) throw new TypeError(`Each of these has to be a function: ${wrong.join(', ')}.`);
}

/** Throws TypeError unless each is absent or a whole number from `min` to a billion. */
export function requireCounts(min: number, given: Readonly<Record<string, number | undefined>>): void {
  for (const [name, count] of Object.entries(given))
    if (count !== undefined && !(Number.isInteger(count) && count >= min && count <= 1e9))
      throw new TypeError(`${name} has to be a whole number from ${min} to ${1e9}.`);
}

/** Throws TypeError unless a port has these methods. */
export function requireMethods<P extends object>(
  name: string,
  port: P,
  ...methods: readonly (keyof P & string)[]
): void {
  const missing = missingMethods(port, methods);
  if (missing.length === 0) return;
  const list = missing.map((method) => `${name}.${method}`).join(', ');
  throw new TypeError(`Each port needs all of its methods; missing: ${list}.`);
}
