import { optional, wordIn } from '../presentation/fields.ts';
import { commanded } from './at-terminal.ts';
import { type Check, checkedPrograms, NotDone, print, printJson } from './cli-context.ts';

export const doctor = commanded({
  method: 'GET',
  summary:
    'Say what a program lacks: settings, rights, the store, the key of webhooks, the clock; run it with that program’s settings',
  query: optional({
    for: wordIn(
      'Which program. By default the desk, whose rights are those of this command line.',
      checkedPrograms,
    ),
  }),
  command: { words: 'doctor', examples: ['doctor', 'doctor --for deliverer'] },
  async act({ read, json }, context) {
    const { for: program = 'desk' } = read().query;
    const checks = await context.checkUp(program);
    if (json) await printJson(context, { program, checks });
    else for (const check of checks) await print(context, `${check.check}: ${told(check)}`);
    if (checks.some(({ problems }) => problems.length > 0))
      throw new NotDone('Mend what is wrong, then look again.');
  },
});

const told = ({ problems, says = 'nothing is wrong' }: Check): string => problems.join(' ') || says;
