import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';

/** For `describe.skipIf(...)`: what this run does not have. */
export const noMongodb = inject('mongodbUri') === '';
export const noMongod = inject('mongodBinary') === '';

/** The URI of the run's MongoDB, with a database that nobody else uses. */
export function freshDatabase(): string {
  const name = inject('databasePrefix') + randomBytes(6).toString('hex');
  return inject('mongodbUri').replace(/^([a-z+]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${name}`);
}
