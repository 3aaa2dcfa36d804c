import { describe, expect, it } from 'vitest';
import type { CheckedProgram } from '../../../../../src/operators/adapters/inbound/cli/cli-context.ts';
import { commandLine } from '../../../../support/command-line.ts';

const { leads } = commandLine();
const asked: CheckedProgram[] = [];
const finding =
  (...problems: string[]) =>
  async (program: CheckedProgram) => {
    asked.push(program);
    return [
      { check: 'settings', problems: [] },
      { check: 'rights', problems },
    ];
  };

describe('leads doctor', () => {
  it('says what is wrong, with the exit code 1', async () => {
    expect(await leads(['doctor'], { checkUp: finding('No rights.', 'No luck.') })).toEqual({
      code: 1,
      out: 'settings: nothing is wrong\nrights: No rights. No luck.\n',
      err: 'Mend what is wrong, then look again.\n',
    });
    const { code, out } = await leads(['doctor', '--json'], { checkUp: finding('No rights.') });
    expect([code, JSON.parse(out)]).toEqual([
      1,
      {
        program: 'desk',
        checks: [
          { check: 'settings', problems: [] },
          { check: 'rights', problems: ['No rights.'] },
        ],
      },
    ]);
  });

  it('ends well if nothing is', async () => {
    expect(await leads(['doctor'], { checkUp: finding() })).toMatchObject({ code: 0, err: '' });
  });

  it('looks for the program that is named', async () => {
    await leads(['doctor', '--for', 'deliverer'], { checkUp: finding() });
    expect(asked.at(-1)).toBe('deliverer');
    const { code, err } = await leads(['doctor', '--for', 'cook'], { checkUp: finding() });
    expect([code, err]).toEqual([2, expect.stringContaining('server, deliverer, desk')]);
  });
});
