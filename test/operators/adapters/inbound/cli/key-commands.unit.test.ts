import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../../support/command-line.ts';
import { days } from '../../../../support/in-memory-operator.ts';

const json = ({ out }: { out: string }) => JSON.parse(out);

describe('a key', () => {
  async function withKey() {
    const parts = commandLine();
    await parts.leads(['vendor', 'add', 'Acme']);
    const inJson = async (...args: string[]) => json(await parts.leads(['key', ...args, '--json']));
    const { keyId } = await inJson('issue', 'Acme');
    const later = (milliseconds: number) => new Date(parts.clock().getTime() + milliseconds).toISOString();
    return { ...parts, inJson, keyId, later };
  }

  it.each([
    ['45s', 45_000],
    ['30m', 1_800_000],
    ['12h', 43_200_000],
    ['90d', 7_776_000_000],
  ])('expires after %s', async (term, milliseconds) => {
    const { inJson, later } = await withKey();
    expect(await inJson('issue', 'Acme', '--expires', term)).toMatchObject({ expires: later(milliseconds) });
  });

  it('is listed among those of all vendors, or only if it will stop working within a given time', async () => {
    const { leads, inJson, keyId } = await withKey();
    await leads(['vendor', 'add', 'Blue Motors']);
    const soon = await inJson('issue', 'Blue Motors', '--expires', '20d');
    const late = await inJson('issue', 'Blue Motors', '--expires', '40d');
    const revoked = await inJson('issue', 'Acme', '--expires', '20d');
    await leads(['key', 'revoke', revoked.keyId]);
    const idsOf = async (...args: string[]) =>
      (await inJson('list', ...args)).keys.map((key: { keyId: string }) => key.keyId);
    expect(await idsOf()).toEqual([keyId, revoked.keyId, soon.keyId, late.keyId]);
    expect(await inJson('list')).not.toHaveProperty('vendor');
    expect(await inJson('list', 'Acme')).toHaveProperty('vendor', revoked.vendor);
    expect(await idsOf('--expiring', '30d')).toEqual([soon.keyId]);
    expect(await idsOf('--expiring', '40d')).toEqual([soon.keyId, late.keyId]);
    expect(await idsOf('Acme', '--expiring', '30d')).toEqual([]);
    const [, row] = (await leads(['key', 'list', '--expiring', '30d'])).out.split('\n');
    expect(row).toMatch(/^Blue Motors {2}key_/);
    expect((await leads(['key', 'list', 'Acme', '--expiring', '30d'])).out).toBe(
      'No key will stop working within that time.\n',
    );
  });

  it('works for another week once it is rotated, and says which one replaced it', async () => {
    const { inJson, keyId, later } = await withKey();
    const fresh = await inJson('rotate', keyId);
    expect(fresh).toMatchObject({ replaces: keyId, oldExpires: later(days(7)) });
    await inJson('revoke', fresh.keyId);
    expect((await inJson('list', 'Acme')).keys).toMatchObject([
      { keyId, state: 'replaced', replacedBy: fresh.keyId },
      { keyId: fresh.keyId, state: 'revoked', revoked: later(0) },
    ]);
  });

  it('whose successor is revoked is pointed out, for nothing would replace it', async () => {
    const { leads, inJson, keyId } = await withKey();
    const fresh = await inJson('rotate', keyId);
    const { err } = await leads(['key', 'revoke', fresh.keyId]);
    expect(err).toMatch(
      new RegExp(`^It had replaced ${keyId}, which works until .*: issue another by then\\.\n$`),
    );
    const again = await leads(['key', 'rotate', keyId]);
    expect(again.err).toBe(
      `Key ${keyId} has already been replaced by ${fresh.keyId}, which is revoked: issue a new one.\n`,
    );
    expect((await leads(['key', 'revoke', keyId])).err).toBe('');
  });

  it('that is rotated tells people until when it works', async () => {
    const { leads, keyId } = await withKey();
    const { err } = await leads(['key', 'rotate', keyId, '--overlap', '1h']);
    expect(err).toContain(`The old key ${keyId} works until 2026-`);
  });

  it.each(['key rotate', 'key revoke', 'lead list --key'])(
    'of a key in place of its id, %s says what is wrong and repeats nothing',
    async (command) => {
      const { leads } = commandLine();
      await leads(['vendor', 'add', 'Acme']);
      const key = (await leads(['key', 'issue', 'Acme'])).out.trim();
      for (const part of [key, key.slice(0, 20)]) {
        const { code, err } = await leads([...command.split(' '), part]);
        expect([code, err]).toEqual([
          2,
          'This is a key, not its id. Run key list VENDOR: the id (key_…) is in the row with the key’s first characters.\n',
        ]);
      }
    },
  );
});
