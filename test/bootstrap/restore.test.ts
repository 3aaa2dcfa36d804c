import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/bootstrap/modules/sqlite.ts';
import { jsonHere, leadsHere } from '../support/in-process.ts';
import { rowsIn } from '../support/rows-in.ts';
import { fillStore } from '../support/whole-store.ts';

let folder: string;
let DATA_FILE: string;
let backup: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leads-restore-'));
  [DATA_FILE, backup] = [join(folder, 'leads.db'), join(folder, 'friday.db')];
});
afterEach(() => rmSync(folder, { recursive: true }));

const here = (...args: string[]) => leadsHere(args, { DATA_FILE });
const json = (...args: string[]) => jsonHere(args, { DATA_FILE });

describe('leads restore', () => {
  it('puts the backup in place, with no old log, and says what has to be done again', async () => {
    const [leadId = ''] = await fillStore(await sqliteStore(DATA_FILE));
    const { vendor } = await json('vendor', 'add', 'Green Motors');
    const { keyId } = await json('key', 'issue', vendor);
    const { tokenId } = await json('token', 'issue', 'Bridge', '--role', 'viewer');
    const hooks = (await jsonHere(['hook', 'list'], { DATA_FILE })).hooks as readonly { hook: string }[];
    await json('backup', backup);
    const kept = rowsIn(backup);

    await here('key', 'revoke', keyId);
    await here('token', 'revoke', tokenId);
    await here('lead', 'erase', leadId, '--yes');
    await here('vendor', 'add', 'Red Cars');
    await here('hook', 'remove', hooks[0]?.hook ?? '');
    const { code, out } = await here('restore', backup);
    expect(code).toBe(0);
    expect(out).toMatch(
      /^The file of leads has 28 leads now\. What was there before is in \S+leads\.db\.before-\w+\. Nobody is signed in/,
    );
    for (const command of [
      `key revoke ${keyId}`,
      `token revoke ${tokenId}`,
      `lead erase ${leadId} --yes`,
      'vendor add "Red Cars"',
      `hook remove ${hooks[0]?.hook}`,
    ])
      expect(out).toContain(`  leads ${command}  # `);
    expect(rowsIn(DATA_FILE)).toEqual({ ...kept, tickets: [], subscriptions: [] });
    expect(statSync(DATA_FILE).mode & 0o777).toBe(0o600);
    const away = readdirSync(folder).filter((name) => name.includes('.before-'));
    expect(away).toHaveLength(1);
    expect(rowsIn(join(folder, away[0] ?? '')).vendors).toHaveLength((kept.vendors?.length ?? 0) + 1);
  });

  it('gives a process that is ending a moment to close the file', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    await json('backup', backup);
    const ending = new DatabaseSync(DATA_FILE);
    ending.exec('BEGIN; SELECT count(*) FROM deals');
    setTimeout(() => ending.close(), 300);
    expect(await here('restore', backup)).toMatchObject({ code: 0 });
  });

  it('moves an old log away with its file, also if that is spoiled', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    await json('backup', backup);
    writeFileSync(DATA_FILE, 'leads'.repeat(1_000));
    writeFileSync(`${DATA_FILE}-wal`, 'old log');
    const { code, out } = await here('restore', backup);
    expect([code, out]).toEqual([0, expect.stringContaining('cannot be read: do again what was done since')]);
    expect(readFileSync(`${/in (\S+)\. Nobody/.exec(out)?.[1]}-wal`, 'utf8')).toBe('old log');
    expect((await json('lead', 'list')).leads.length).toBeGreaterThan(0);
  });

  it('is refused beside a process that has the file open, and of what is no backup; nothing is changed', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    await json('backup', backup);
    const other = new DatabaseSync(DATA_FILE);
    other.prepare('SELECT 1 FROM deals').get();
    const before = rowsIn(DATA_FILE);
    expect(await here('restore', backup)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/has the file of leads open/),
    });
    other.close();
    expect(await here('restore', DATA_FILE)).toMatchObject({
      code: 1,
      err: `${DATA_FILE} is the file of leads itself.\n`,
    });
    expect(await here('restore', join(folder, 'none.db'))).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^There is no file/),
    });
    writeFileSync(join(folder, 'other.db'), 'no database'.repeat(1_000));
    expect(await here('restore', join(folder, 'other.db'))).toMatchObject({ code: 1 });
    expect(rowsIn(DATA_FILE)).toEqual(before);
    expect(readdirSync(folder).filter((name) => /before|unfinished/.test(name))).toEqual([]);
  });
});

describe('a backup', () => {
  it('is written into a file of its own: what lies where it could be is not touched, and what a killed one left goes', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    const precious = join(folder, 'precious');
    writeFileSync(precious, 'precious');
    for (const end of ['.unfinished', `.unfinished-${process.pid + 1_000_000}`])
      symlinkSync(precious, `${backup}${end}`);
    copyFileSync(DATA_FILE, join(folder, 'yesterday.db.unfinished-9999999'));
    await json('backup', backup);
    expect(readFileSync(precious, 'utf8')).toBe('precious');
    expect(existsSync(join(folder, 'yesterday.db.unfinished-9999999'))).toBe(false);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
  });

  it('has nothing of an erased customer, although the file still owes that', async () => {
    const [leadId = ''] = await fillStore(await sqliteStore(DATA_FILE));
    const customer = (await json('lead', 'show', leadId)).customer as { readonly email: string };
    const other = new DatabaseSync(DATA_FILE);
    other.exec('BEGIN');
    other.prepare('SELECT 1 FROM deals').get();
    const { err } = await here('contact', 'erase', '--email', customer.email, '--yes');
    expect(err).toContain('Bytes of what was erased are still in the file of leads');
    await json('backup', backup);
    other.close();
    expect(readFileSync(backup, 'latin1')).not.toContain(customer.email);
    expect((await here('compact')).out).toBe('Nothing is left of what was erased.\n');
  });
});
