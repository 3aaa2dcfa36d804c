import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../../support/command-line.ts';

describe('a value on the command line', () => {
  it('forgives in the name of a vendor what adding one forgives', async () => {
    const { leads } = commandLine();
    await leads(['vendor', 'add', 'Blue  Motors ']);
    for (const args of [
      ['key', 'issue', ' Blue  Motors'],
      ['key', 'list', 'Blue \u00a0Motors'],
    ])
      expect(await leads(args)).toMatchObject({ code: 0 });
  });

  it('accepts a limit of 1,000, and 100 characters for who acts', async () => {
    const { leads } = commandLine();
    expect(await leads(['lead', 'list', '--limit', '1000'])).toMatchObject({ code: 0 });
    expect(await leads(['vendor', 'add', 'Acme', '--by', '𐐨'.repeat(100)])).toMatchObject({ code: 0 });
  });
});
