/** Stands in for `reflect-metadata`. Without decorators, Inversify only counts bindings and modules with it. */

const kept = new WeakMap<object, Map<unknown, unknown>>();

function defineMetadata(key: unknown, value: unknown, target: object): void {
  kept.set(target, (kept.get(target) ?? new Map()).set(key, value));
}

const getOwnMetadata = (key: unknown, target: object): unknown => kept.get(target)?.get(key);

Object.assign(Reflect, { defineMetadata, getOwnMetadata });
