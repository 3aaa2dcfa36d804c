import { readFile } from 'node:fs/promises';
import { MongoClient } from 'mongodb';
import { startMongod } from './own-mongod.ts';

/** A database that asks for a password, with the users that the deployment creates. The password of each is `sesame`. */
export async function databaseWithUsers() {
  const mongod = await startMongod({ args: ['--auth'] });
  const uriOf = (user: string) =>
    mongod.directUri.replace('//', `//${user}:sesame@`).replace('/?', '/partner_leads?authSource=admin&');
  await using first = new MongoClient(mongod.directUri); // anyone on this machine may create the first user
  await first.db('admin').command({ createUser: 'root', pwd: 'sesame', roles: ['root'] });
  const root = new MongoClient(uriOf('root'));
  const program = await readFile('deploy/server/users.js', 'utf8');
  await runInMongosh(program, root);
  await runInMongosh(program, root, { isAgain: true });
  return {
    root,
    uriOf,
    async stop() {
      await root.close();
      await mongod.stop();
    },
  };
}

/** Runs a program that only makes roles and users, in the order of its calls. `isAgain`: all of them are there. */
async function runInMongosh(program: string, root: MongoClient, { isAgain = false } = {}): Promise<void> {
  const commands: (() => Promise<unknown>)[] = [];
  const later = (name: string, database: string) => (order: { role?: string; user?: string }) => {
    const { role, user, ...rest } = order;
    commands.push(() => root.db(database).command({ [name]: role ?? user, ...rest }));
  };
  const known = () => (isAgain ? {} : null);
  const db = {
    getSiblingDB: (database: string) => ({
      getRole: known,
      getUser: known,
      createRole: later('createRole', database),
      updateRole: (role: string, order: object) => later('updateRole', database)({ role, ...order }),
      createUser: later('createUser', database),
    }),
  };
  const env = { API_PASSWORD_FILE: '/run/secrets/api_password' }; // the others are asked for
  const files = { readFileSync: () => 'sesame\n' };
  let told = '';
  new Function('db', 'process', 'require', 'print', 'passwordPrompt', program)(
    db,
    { env },
    () => files,
    (text: string) => {
      told = text;
    },
    () => {
      if (told === '') throw new Error('Nothing says whose password is asked for.');
      told = '';
      return 'sesame';
    },
  );
  for (const command of commands) await command();
}
