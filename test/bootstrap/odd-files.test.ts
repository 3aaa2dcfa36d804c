import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sqliteStore } from '../../src/bootstrap/modules/sqlite.ts';
import { fileOfLeads } from '../../src/operators/adapters/outbound/sqlite/file-of-leads.ts';
import { dealOf } from '../../suites/samples.ts';
import { addLead } from '../support/added-leads.ts';
import { jsonHere, leadsHere } from '../support/in-process.ts';
import { crmIn } from '../support/sqlite-file.ts';
import { fillStore } from '../support/whole-store.ts';

let folder: string;
let DATA_FILE: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'leads-odd-'));
  DATA_FILE = join(folder, 'leads.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a link to a file of leads', () => {
  it('is followed, as SQLite does, also one to nothing, which is made where it leads', async () => {
    mkdirSync(join(folder, 'disk'));
    symlinkSync(join('disk', 'real.db'), DATA_FILE);
    const { vendor } = await jsonHere(['vendor', 'add', 'Acme'], { DATA_FILE });
    expect(statSync(join(folder, 'disk', 'real.db')).mode & 0o777).toBe(0o600);
    expect(await jsonHere(['vendor', 'list'], { DATA_FILE })).toMatchObject({ vendors: [{ vendor }] });
    expect((await leadsHere(['doctor'], { DATA_FILE })).code).toBe(0);
    expect((await leadsHere(['backup', join(folder, 'backup.db')], { DATA_FILE })).code).toBe(0);
  });

  it.each(['a second name', 'chmod 600'])(
    'or its rights are told, where they are a risk: %s',
    async (words) => {
      await jsonHere(['vendor', 'add', 'Acme'], { DATA_FILE });
      if (words === 'chmod 600') chmodSync(DATA_FILE, 0o644);
      else linkSync(DATA_FILE, `${DATA_FILE}.second`);
      const { code, out } = await leadsHere(['doctor'], { DATA_FILE });
      expect([code, out]).toEqual([1, expect.stringContaining(words)]);
    },
  );
});

describe('a store copied onto itself', () => {
  it.each(['./leads.db', 'link.db', 'settings'])('is refused, whatever it is called: %s', async (name) => {
    await fillStore(await sqliteStore(DATA_FILE));
    symlinkSync(DATA_FILE, join(folder, 'link.db'));
    const to = name === 'settings' ? [] : ['--to', `${folder}/${name}`];
    const { code, err } = await leadsHere(['copy', '--from', DATA_FILE, ...to], { DATA_FILE });
    expect([code, err]).toEqual([1, expect.stringMatching(/^Both are one store/)]);
  });
});

describe('two backups to one name at once', () => {
  it('make one, and the other is told why not', async () => {
    await fillStore(await sqliteStore(DATA_FILE));
    const { leads } = await import('../support/processes.ts');
    const target = join(folder, 'backup.db');
    const one = () => leads(['backup', target], { DATA_FILE });
    const told = await Promise.all([one(), one()]);
    expect(told.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(told.find(({ code }) => code === 1)?.err).toBe(`${target} is there already: name a new file.\n`);
    expect(existsSync(target)).toBe(true);
  });
});

describe('a file', () => {
  // The shell of SQLite 3.40.1 does so for `.restore`, while others have the file open.
  it('into which another program has written an older one is noticed at the next use', async () => {
    const file = fileOfLeads(DATA_FILE);
    const crm = crmIn(file);
    const add = async (id: string) => addLead(crm, dealOf({}, { id }));
    await add('lead-1');
    const old = join(folder, 'old.db');
    const shell = new DatabaseSync(DATA_FILE);
    await backup(shell, old);
    await add('lead-2');
    const source = new DatabaseSync(old);
    await backup(source, DATA_FILE); // as .restore
    for (const each of [shell, source]) each.close();
    await expect(crm.statusOf('lead-2')).rejects.toThrow(/lacks what was kept in it/);
    await expect(add('lead-3')).rejects.toThrow(/lacks what was kept in it/);
    expect(await file.isReachable()).toBe(false);
    await file.close();

    const anew = fileOfLeads(DATA_FILE);
    expect(await crmIn(anew).statusOf('lead-1')).toBeDefined();
    await anew.close();
  });

  it('that was rebuilt by .dump is told from another program’s, and how it is mended', async () => {
    await jsonHere(['vendor', 'add', 'Acme'], { DATA_FILE });
    const shell = new DatabaseSync(DATA_FILE);
    shell.exec('PRAGMA application_id = 0; PRAGMA user_version = 0');
    const { err } = await leadsHere(['vendor', 'list'], { DATA_FILE });
    const mend = /with (PRAGMA application_id = \d+; PRAGMA user_version = \d+;)/.exec(err)?.[1] ?? '';
    shell.exec(mend);
    shell.close();
    expect((await leadsHere(['vendor', 'list'], { DATA_FILE })).code).toBe(0);
  });
});
