/** Throws TypeError unless a port has these methods: in JavaScript nothing else would tell before it is needed. */
export function requireMethods<P extends object>(
  name: string,
  port: P,
  ...methods: readonly (keyof P & string)[]
): void {
  const missing = methods.filter((method) => typeof (port as P | undefined)?.[method] !== 'function');
  if (missing.length === 0) return;
  const list = missing.map((method) => `${name}.${method}`).join(', ');
  throw new TypeError(`Each port needs all of its methods; missing: ${list}.`);
}
