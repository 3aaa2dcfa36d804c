import { expect, it } from 'vitest';
import { startServer } from '../support/processes.ts';

it('an address of the database that is none is told as a setting, and nothing of it is quoted', async () => {
  const starting = startServer({ MONGODB_URI: 'mongodb://user:ses%ame@h/x' });
  await expect(starting).rejects.toThrow(
    /: These settings have to be mended first:\nMONGODB_URI is no address that the MongoDB driver understands\n$/,
  );
});
