import { type Command, Option } from 'commander';
import { InvalidFields } from '../presentation/field-problems.ts';
import { type FieldShape, shapesOf } from '../presentation/field-shape.ts';
import type { Fields } from '../presentation/fields.ts';
import type { CommandWords } from '../presentation/operation.ts';
import { WrongUsage } from './cli-context.ts';

/** The argument or option for one field. */
interface Place {
  /** The field's name. `from.phone` is a part of `from`. */
  readonly field: string;
  readonly label: string;
  /** Returns what was typed; `undefined` if nothing was. */
  readonly given: () => unknown;
}

/** Arguments and options for an operation's fields: added to the command, and read when it runs. */
export class FieldOptions {
  readonly #places: readonly Place[];
  readonly #implied: CommandWords['implied'];

  constructor(command: Command, fields: Fields, { options = {}, implied }: CommandWords) {
    this.#implied = implied;
    this.#places = Object.entries(shapesOf(fields)).flatMap(([name, shape]) =>
      placesOf(command, name, shape, options[name]),
    );
  }

  /** Reads the fields. Throws WrongUsage, which names arguments and options as they are typed. */
  read<T>(read: (given: object) => T): T {
    try {
      return read(this.#given());
    } catch (error) {
      throw error instanceof InvalidFields ? new WrongUsage(error.problems.map(this.#told).join(' ')) : error;
    }
  }

  #given(): object {
    const given: Record<string, unknown> = {};
    for (const [field, places] of Map.groupBy(this.#places, (place) => place.field)) {
      const [value, other] = places.map((place) => place.given()).filter((each) => each !== undefined);
      if (other !== undefined) throw new WrongUsage(`Give one of ${labels(places, 'and')}.`);
      if (value === undefined) continue;
      const [name = '', part] = field.split('.');
      given[name] = part ? { ...(given[name] as object), [part]: value } : value;
    }
    const implied = Object.entries(this.#implied ?? {}).filter(([name]) => given[name] !== undefined);
    return Object.assign({}, ...implied.map(([, also]) => also), given);
  }

  readonly #told = ({ field, error, message }: InvalidFields['problems'][number]): string => {
    const places = this.#places.filter((place) => place.field === field);
    return error === 'required' ? `Give ${labels(places, 'or')}.` : `${labels(places, 'or')}: ${message}`;
  };
}

function labels(places: readonly Place[], word: 'and' | 'or'): string {
  const all = places.map(({ label }) => label);
  return [all.slice(0, -1).join(', '), all.at(-1)].filter(Boolean).join(` ${word} `);
}

/** Adds to a command what takes a field: an argument, options, or both. An object's fields have their own. */
function placesOf(
  command: Command,
  field: string,
  { says, kind, parts }: FieldShape,
  own?: NonNullable<CommandWords['options']>[string],
): readonly Place[] {
  if (kind === 'object')
    return Object.entries(parts).flatMap(([part, shape]) => placesOf(command, `${field}.${part}`, shape));
  const phrase = phraseOf(says);
  const at = command.registeredArguments.findIndex((argument) => argument.name() === field);
  const usual = at >= 0 ? {} : { [`--${kebab(field)}${kind === 'flag' ? '' : ' <value>'}`]: true as const };
  const options = Object.entries(own ?? usual).map(([flags, meant]): Place => {
    const option = addOption(command, flags, meant === true ? phrase : meant[1], kind);
    return {
      field,
      label: option.long ?? flags,
      given() {
        const name = option.attributeName();
        if (command.getOptionValueSource(name) !== 'cli') return undefined;
        return meant === true ? typed(command.getOptionValue(name), kind) : meant[0];
      },
    };
  });
  const registered = command.registeredArguments[at];
  if (!registered) return options;
  registered.description = phrase;
  const argument = { field, label: field.toUpperCase(), given: () => textOf(command.processedArgs[at]) };
  return [argument, ...options];
}

function addOption(command: Command, flags: string, description: string, kind: FieldShape['kind']): Option {
  const option = new Option(flags, description);
  // A list may also be given word by word: --events a --events b.
  if (kind === 'list')
    option.argParser((each: string, others?: string) => (others ? `${others},${each}` : each));
  command.addOption(option);
  return option;
}

/** A description in the style of help: a single sentence begins in lower case and has no full stop. */
const phraseOf = (says: string): string =>
  (/\. /.test(says) ? says : says.replace(/\.$/, '')).replace(/^[A-Z](?=[a-z ])/, (first) =>
    first.toLowerCase(),
  );

/** An option's name, without its dashes: `from.firstName` is `from-first-name`. */
export const kebab = (name: string): string =>
  name.replace('.', '-').replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);

const typed = (value: unknown, kind: FieldShape['kind']): unknown =>
  kind === 'list' ? `${value}`.split(',').map((each) => each.trim()) : value;

/** Joins the words of an argument to one text. */
const textOf = (value: unknown): unknown => (Array.isArray(value) ? value.join(' ') || undefined : value);
