/** Throws TypeError unless a port has these methods. */
export function requireMethods<P extends object>(
  name: string,
  port: P,
  ...methods: readonly (keyof P & string)[]
): void {
  const given: P | null | undefined = port; // in JavaScript it can be anything
  const missing = methods.filter((method) => typeof given?.[method] !== 'function');
  if (missing.length === 0) return;
  const list = missing.map((method) => `${name}.${method}`).join(', ');
  throw new TypeError(`Each port needs all of its methods; missing: ${list}.`);
}
