import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
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
    await here('token', 'issue', 'Night sync', '--role', 'sales');
    const rotated = new DatabaseSync(DATA_FILE); // the key of these webhooks is nobody's
    rotated.exec(
      `UPDATE hooks SET record = json_set(record, '$.secrets[#]', json('{"generation":2}')) WHERE id = 'hook_2'`,
    );
    rotated.close();
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
      'token issue "Night sync" --role sales',
      'hook rotate hook_2',
      `hook remove ${hooks[0]?.hook}`,
    ])
      expect(out).toContain(`  leads ${command}  # `);
    expect(rowsIn(DATA_FILE)).toEqual({ ...kept, tickets: [], subscriptions: [] });
    expect(statSync(DATA_FILE).mode & 0o777).toBe(0o600);
    const away = readdirSync(folder).filter((name) => name.includes('.before-'));
    expect(away).toHaveLength(1);
    const [, since = ''] = /^To read these: DATA_FILE='(?:.*)' leads audit --since (\S+)$/m.exec(out) ?? [];
    const read = await jsonHere(['audit', '--since', since], { DATA_FILE: join(folder, away[0] ?? '') });
    expect(read.entries.map(({ action }: { action: string }) => action)).toEqual([
      'hook.remove',
      'token.issue',
      'vendor.add',
      'lead.erase',
      'lead.show',
      'token.revoke',
      'key.revoke',
    ]);
    expect(rowsIn(join(folder, away[0] ?? '')).vendors).toHaveLength((kept.vendors?.length ?? 0) + 1);
  });

  it('keeps what was there before each of two, also at the same time, under names of their own', async () => {
    const [leadId] = await fillStore(await sqliteStore(DATA_FILE));
    await json('backup', backup);
    const { token } = await json('token', 'issue', 'Bridge', '--role', 'viewer');
    expect(token).toBeTruthy();
    const both = await Promise.all([here('restore', backup), here('restore', backup)]);
    expect(both.map(({ code, err }) => [code, err])).toEqual([
      [0, ''],
      [1, 'Another restore of this file is under way.\n'],
    ]);
    expect(await here('restore', backup)).toMatchObject({ code: 0 });
    const kept = readdirSync(folder)
      .filter((name) => name.includes('.before-'))
      .sort();
    const tokensIn = (name: string) => rowsIn(join(folder, name)).access_tokens?.length;
    expect(kept.map(tokensIn)).toEqual([tokensIn(kept[0] ?? ''), (tokensIn(kept[0] ?? '') ?? 0) - 1]);
    expect((await json('lead', 'show', leadId ?? '')).leadId).toBe(leadId);
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([]);
  });

  it('that broke off without a file lets nobody begin a new one', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    await json('backup', backup);
    rmSync(DATA_FILE);
    writeFileSync(`${DATA_FILE}-restoring`, '');
    expect(await here('vendor', 'add', 'Red Cars')).toMatchObject({
      code: 1,
      err: expect.stringContaining('leads restore is at work on it, or was broken off'),
    });
    expect(await here('restore', backup)).toMatchObject({ code: 0 });
    expect(await here('vendor', 'add', 'Red Cars')).toMatchObject({ code: 0 });
  });

  it('leaves no log of another file beside the restored one', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    await json('backup', backup);
    rmSync(DATA_FILE);
    for (const end of ['-wal', '-journal']) writeFileSync(`${DATA_FILE}${end}`, 'of another');
    expect(await here('restore', backup)).toMatchObject({ code: 0 });
    expect(readdirSync(folder).filter((name) => /^leads\.db(-wal|-journal)?$/.test(name))).toEqual([
      'leads.db',
    ]);
    expect(readdirSync(folder).filter((name) => /before-\w+-(wal|journal)$/.test(name))).toHaveLength(2);
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
    for (const [name, hours] of [
      ['other', 0],
      ['killed', 2],
    ] as const) {
      const foreign = join(folder, `${name}.db.unfinished-${process.pid}-other_host`);
      writeFileSync(foreign, name);
      utimesSync(foreign, new Date(), new Date(Date.now() - hours * 3_600_000));
    }
    await json('backup', backup);
    expect(readFileSync(precious, 'utf8')).toBe('precious');
    expect(existsSync(join(folder, 'yesterday.db.unfinished-9999999'))).toBe(false);
    const foreign = readdirSync(folder).filter((name) => name.endsWith('-other_host'));
    expect(foreign).toEqual([`other.db.unfinished-${process.pid}-other_host`]);
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
