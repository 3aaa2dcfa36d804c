import type { MongodOptions } from '../../support/mongod.ts';
import { startSet as startInMemory } from '../../support/own-mongod.ts';

export { noMongod } from '../../support/own-mongod.ts';

/** As in `npm test`, but on disks: they are part of what is measured here. */
export const startSet = (nodes: readonly MongodOptions[]) =>
  startInMemory(nodes.map((options) => ({ ...options, inMemory: false })));
