import { isPromise } from 'node:util/types';
import { asPromised, isPromising } from '../src/application/port-answers.ts';

/**
 * A watched port: a call that is not answered within `limit` milliseconds, or with something else than the port
 * promises, rejects with a sentence that names port and method.
 */
export function watched<P extends object>(name: string, port: P, limit: number): P {
  const known = watchers.get(port);
  if (known) return known as P;
  const watcher = before(port, (value, key) => {
    if (typeof value !== 'function') return value;
    return (...given: readonly unknown[]) => {
      const answer: unknown = value.apply(port, given);
      return isPromise(answer) ? checked(`${name}.${key}`, answer, limit) : answer;
    };
  });
  watchers.set(port, watcher);
  return watcher;
}

/** So that one adapter that is given twice is known as one. */
const watchers = new WeakMap<object, object>();

async function checked(method: string, answer: Promise<unknown>, limit: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const silence = new Error(`${method} has not answered within ${limit / 1_000} s`);
    timer = setTimeout(() => reject(silence), limit);
  });
  try {
    const resolved = await Promise.race([answer, late]);
    return isPromising(method) ? asPromised(method, resolved) : resolved;
  } finally {
    clearTimeout(timer);
  }
}

/** What `open()` or `another()` resolved to, with these parts watched. */
export const withWatched = <U extends object>(under: U, parts: readonly string[], limit: number): U =>
  before(under, (value, key) => {
    if (typeof value !== 'function')
      return parts.includes(key) ? watched(key, value as object, limit) : value;
    const call = value.bind(under);
    return key === 'another' ? async () => anotherOf(await call(), parts, limit) : call;
  });

/** Of a suite for one port, `another()` resolves to the port itself. */
function anotherOf(other: object | undefined, parts: readonly string[], limit: number): object | undefined {
  const [only = ''] = parts;
  if (!other) return other;
  return parts.some((part) => part in other) ? withWatched(other, parts, limit) : watched(only, other, limit);
}

/** An object before another one, of any kind, also of a class with private fields, or frozen. */
const before = <T extends object>(object: T, property: (value: unknown, key: string) => unknown): T =>
  new Proxy({} as T, {
    get: (_, key) => {
      const value: unknown = Reflect.get(object, key);
      return typeof key === 'symbol' ? value : property(value, key);
    },
    has: (_, key) => Reflect.has(object, key),
  });
