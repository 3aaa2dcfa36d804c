import { missingMethods } from '../application/missing-methods.ts';

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
