import { Writable } from 'node:stream';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { NotDone } from '../../../../../src/operators/adapters/inbound/cli/cli-context.ts';
import { commandLine } from '../../../../support/command-line.ts';

describe('the output', () => {
  it('prints tables for people, and only the new key to standard output', async () => {
    const { leads } = commandLine();
    expect((await leads(['vendor', 'list'])).out).toBe(
      'There are no accounts yet: open one with vendor add NAME. (Vendors in API_KEYS have none.)\n',
    );
    await leads(['vendor', 'add', 'Acme']);
    const issued = await leads(['key', 'issue', 'Acme']);
    expect(issued.out).toMatch(/^lead_test_[0-9A-Za-z]{39}\n$/);
    expect(issued.err).toMatch(/^Key key_\w+ works until it is revoked\./);
    const [head, row] = (await leads(['key', 'list', 'Acme'])).out.split('\n');
    expect(head).toMatch(/^VENDOR +KEY ID +BEGINS WITH +STATE +CREATED +EXPIRES +LAST USED$/);
    expect(row).toMatch(/^Acme {4}key_\w+ {2}lead_test_\w{4} {2}active {2}2026-[-\d]{5} [\d:]{8} +- +-$/);
  });

  it('keeps the joiners in a name', async () => {
    const { leads } = commandLine();
    await leads(['vendor', 'add', 'خودرو\u200cهای آبی']);
    const { out } = await leads(['vendor', 'list']);
    expect(out).toContain('خودرو\u200cهای آبی');
  });

  it('prints colours only if they are enabled', async () => {
    const { leads } = commandLine();
    await leads(['vendor', 'add', 'Acme']);
    expect((await leads(['vendor', 'list'], { colours: true })).out).toContain('\u001b[1m');
    expect((await leads(['vendor', 'list'])).out).not.toContain('\u001b');
  });

  it('prints no control characters that a partner sent', async () => {
    const { leads, submit } = commandLine();
    await submit('lead-1', { draft: { notes: 'first\n\u001b]0;owned\u0007', vendorName: 'A\u001b[2Jcme' } });
    for (const args of [
      ['lead', 'show', 'lead-1'],
      ['lead', 'list'],
    ]) {
      const { out } = await leads(args);
      expect(out).toContain('cme');
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not appear
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    }
  });

  it('prints nothing on standard error that a terminal would act on', async () => {
    const operator = () => {
      throw new NotDone('x\u001b]0;owned\u0007');
    };
    const { err } = await commandLine().leads(['lead', 'list'], { operator });
    expect(err).toBe('x\ufffd]0;owned\ufffd\n');
  });

  it('repeats nothing that a terminal would act on', async () => {
    const { leads } = commandLine();
    const { code, err } = await leads(['lead', 'list', '--bogus\u001b[2J']);
    expect(code).toBe(2);
    expect(err).toContain('--bogus\ufffd[2J');
  });

  it('shows notes with the line ends of any system, and as JSON that is safe on a terminal', async () => {
    const { leads, submit } = commandLine();
    const notes = 'one\r\ntwo\rthree\u009b2J\u202e';
    await submit('lead-1', { draft: { notes } });
    expect((await leads(['lead', 'show', 'lead-1'])).out).toContain(
      '\n  one\n  two\n  three\ufffd2J\ufffd\n',
    );
    const { out } = await leads(['lead', 'show', 'lead-1', '--json']);
    expect(out).toContain('\\u009b2J\\u202e');
    expect(JSON.parse(out).notes).toBe(notes);
  });
});

describe('on a terminal', () => {
  const list = ['lead', 'list'];

  it.each(['株式会社ブルー', 'Cafe\u0301', '👩🏽‍🔧 Motors', 'ｱｸﾒ', '한국 자동차', 'กำลัง'])(
    'columns stand below one another, however wide a name is displayed: %s',
    async (name) => {
      const { leads, submit } = commandLine();
      await submit('lead-1', { draft: { vendorName: name } });
      await submit('lead-2', { draft: { vendorName: 'Acme and Sons' } });
      const columns = (await leads(list)).out
        .trimEnd()
        .split('\n')
        .map((line) => stringWidth(line.replace(/(?:RECEIVED|\d{4}-\d\d-\d\d [\d:]{8}) +\S+$/, '')));
      expect(new Set(columns).size).toBe(1);
    },
  );

  it('no line that a partner wrote is broken by the terminal: what follows is indented', async () => {
    const { leads, submit } = commandLine();
    const forged = `${'x'.repeat(38)}  Status  Won ${'客'.repeat(60)}\tStatus\tLost ${'y'.repeat(90)}`;
    await submit('lead-1', {
      draft: {
        notes: `${forged}\n${forged}`,
        vendorName: forged.slice(0, 120),
        externalId: forged.slice(0, 90),
      },
    });
    const { out } = await leads(['lead', 'show', 'lead-1'], { columns: 40 });
    for (const line of out.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(40);
    expect(out.match(/^Status/gm)).toHaveLength(1);
    expect(out.match(/^ {2}Status/gm)?.length).toBeGreaterThan(0);
    const kept = (text: string) => text.replace(/\s/g, '');
    expect(kept(out)).toContain(kept(`${forged}${forged}`));

    const { out: listed } = await leads(list, { columns: 40 });
    const lines = listed.trimEnd().split('\n');
    expect(lines.filter((line) => !/^ {4}\S/.test(line)).map((line) => line.slice(0, 6))).toEqual([
      'LEAD  ',
      'lead-1',
    ]);
  });

  it('lines keep their length if the width is unknown', async () => {
    const { leads, submit } = commandLine();
    const notes = `a\t${'word '.repeat(100)}end`;
    await submit('lead-1', { draft: { notes } });
    expect((await leads(['lead', 'show', 'lead-1'])).out).toContain(`\n  ${notes}\n`);
  });
});

describe('a reader that closes the pipe', () => {
  const failing = (code: string) =>
    new Writable({ write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })) }).on(
      'error',
      () => {},
    );
  const closed = () => failing('EPIPE');

  it('causes no error for a list', async () => {
    const { leads } = commandLine();
    expect(await leads(['vendor', 'list'], { stdout: closed() })).toMatchObject({ code: 0, err: '' });
  });

  it('is distinguished from a full disk, which is an error', async () => {
    const { leads } = commandLine();
    expect(await leads(['vendor', 'list'], { stdout: failing('ENOSPC') })).toMatchObject({
      code: 1,
      err: 'The command was carried out, but its output could not be written completely.\n',
    });
  });

  it('leaves a key that nobody knows, and the operator is told which one to revoke', async () => {
    const { leads, vendors } = commandLine();
    await leads(['vendor', 'add', 'Acme']);
    const { code, err } = await leads(['key', 'issue', 'Acme'], { stdout: closed() });
    const id = (await vendors.account('Acme'))?.keys[0]?.id;
    expect([code, err]).toEqual([
      1,
      `The new key could not be written out and cannot be shown again: revoke ${id}.\n`,
    ]);
  });
});
