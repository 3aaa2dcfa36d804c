import { missingMethods } from '../application/missing-methods.ts';

/** Throws TypeError unless all that is given is a function. */
export function requireFunctions(given: Readonly<Record<string, unknown>>): void {
  const wrong = Object.keys(given).filter((name) => typeof given[name] !== 'function');
  if (wrong.length > 0) throw new TypeError(`Each of these has to be a function: ${wrong.join(', ')}.`);
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
