import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { askFor } from './ask-for.ts';

const uri = (await askFor('mongodb')) ?? '';

/** For `describe.skipIf(...)`. */
export const noMongodb = uri === '';

/** The URI of the run's MongoDB, with a database that nobody else uses. */
export function freshDatabase(): string {
  const name = inject('databasePrefix') + randomBytes(6).toString('hex');
  return uri.replace(/^([a-z+]+:\/\/[^/?]+)(\/[^?]*)?/, `$1/${name}`);
}
