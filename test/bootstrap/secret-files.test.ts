import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import { secretSettings } from '../../src/bootstrap/config.ts';
import { InvalidConfig, readConfig } from '../../src/bootstrap/read-config.ts';
import { storeBySettings } from '../../src/bootstrap/store-by-settings.ts';

const read = (env: Record<string, string | undefined>) => readConfig(env, storeBySettings.acceptsUri);

describe('a secret in a file', () => {
  function fileWith(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'secret'), text);
    return join(folder, 'secret');
  }

  it('is read without the line break at its end', async () => {
    const { MONGODB_URI } = await read({ MONGODB_URI_FILE: fileWith('\ufeffmongodb://127.0.0.1/x\r\n') });
    expect(MONGODB_URI).toBe('mongodb://127.0.0.1/x');
  });

  it('may hold one vendor and key a line', async () => {
    const { API_KEYS } = await read({ API_KEYS_FILE: fileWith('acme:k1\r\n\r\n  blue:k2, blue:k3\n') });
    const names = await Promise.all(['k1', 'k2', 'k3'].map((key) => API_KEYS?.find(sha256(key))));
    expect(names.map((known) => known?.vendor.name)).toEqual(['acme', 'blue', 'blue']);
  });

  it('may have comments, and a mistake is told by its line', async () => {
    const text = '# partners\n\nacme:k1\n  # blue:k0\nblue\n';
    await expect(read({ API_KEYS_FILE: fileWith(text) })).rejects.toThrow(
      'API_KEYS_FILE is malformed: entry 5 has no colon',
    );
    const { API_KEYS } = await read({ API_KEYS_FILE: fileWith(text.replace('blue\n', '')) });
    expect(await API_KEYS?.find(sha256('k1'))).toBeDefined();
    expect(await API_KEYS?.find(sha256('k0'))).toBeUndefined();
  });

  it.each(secretSettings)(
    'and %s itself are a mistake together, and a blank one counts as unset',
    async (name) => {
      const path = fileWith('sesame');
      const both = { [name]: 'sesame', [`${name}_FILE`]: path };
      await expect(read(both)).rejects.toThrow(
        new InvalidConfig(`${name} and ${name}_FILE are both set: remove one of them`),
      );
      expect(await read({ [name]: '', [`${name}_FILE`]: ' ' })).toEqual(await read({}));
    },
  );

  it.each(secretSettings)('that cannot be read or is empty is one mistake: %s', async (name) => {
    const refused = (path: string) =>
      read({ APP_ENV: 'production', MONGODB_URI: '', [`${name}_FILE`]: path });
    await expect(refused('/nowhere/sesame')).rejects.toThrow(
      `${name}_FILE names a file that cannot be read (ENOENT)`,
    );
    await expect(refused(tmpdir())).rejects.toThrow(`${name}_FILE names a file that cannot be read (EISDIR)`);
    await expect(refused(fileWith(' \n'))).rejects.toThrow(`${name}_FILE names a file that is empty`);
    const message = await refused('/nowhere/sesame').catch((error: InvalidConfig) => error.message);
    expect(String(message).split('\n')).toHaveLength(name === 'MONGODB_URI' ? 1 : 2);
    expect(message).not.toContain('sesame');
  });

  it('is checked like the setting itself', async () => {
    await expect(read({ MONGODB_URI_FILE: fileWith('sesame') })).rejects.toThrow(
      /^MONGODB_URI_FILE must start/,
    );
    await expect(read({ API_KEYS_FILE: fileWith('{"acme":\n"sesame"}') })).rejects.toThrow(
      /^API_KEYS_FILE is malformed: it is JSON/,
    );
  });
});
