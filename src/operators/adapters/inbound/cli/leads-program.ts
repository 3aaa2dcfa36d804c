import { Command, type ParseOptionsResult } from 'commander';

/**
 * Whether an argument is a text that begins with a dash, as `- call back` or `-5 degrees`: no option has a blank
 * before its `=`.
 */
const isText = (arg: string): boolean => /^-(?!-[a-z])[^=\s]*\s/i.test(arg);

/**
 * A commander program that takes an argument with a dash and a blank as text: commander 15 takes it for an option.
 */
export class LeadsProgram extends Command {
  override createCommand(name?: string): LeadsProgram {
    return new LeadsProgram(name);
  }

  override parseOptions(argv: string[]): ParseOptionsResult {
    const { operands, unknown } = super.parseOptions(argv);
    const isOption = (arg: string) => arg.startsWith('-') && !isText(arg);
    if (this.commands.length > 0 || !unknown.some(isText) || unknown.some(isOption))
      return { operands, unknown };
    return { operands: [...operands, ...unknown], unknown: [] };
  }
}

/** Turns `help lead list` into `lead list --help`, as commander 15 reads only the first word after `help`. */
export const asAskedFor = (args: readonly string[]): readonly string[] =>
  args[0] === 'help' && args.length > 2 ? [...args.slice(1), '--help'] : args;
