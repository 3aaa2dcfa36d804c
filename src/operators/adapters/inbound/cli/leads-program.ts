import { Command, type ParseOptionsResult } from 'commander';

/** A list item, or a text that was cut out of another: `- call back`, `-5 degrees`. No option has a blank before its `=`. */
const isText = (arg: string): boolean => /^-(?!-[a-z])[^=\s]*\s/i.test(arg);

/** Takes an argument that begins with a dash and has a blank for what it is (commander 15 takes it for an option). */
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

/** `help lead list` is `lead list --help`; commander 15 reads only its first word. */
export const asAskedFor = (args: readonly string[]): readonly string[] =>
  args[0] === 'help' && args.length > 2 ? [...args.slice(1), '--help'] : args;
