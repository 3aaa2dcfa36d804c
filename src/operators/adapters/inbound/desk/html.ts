/** How a page writes a time, also one that stands beside another. */
export type TimeWriter = (time: Date, beside?: Date) => Html;

/** Text that is HTML already. Only `html` makes it. */
export class Html {
  declare private readonly brand: never;
  readonly #strings: TemplateStringsArray;
  readonly #parts: readonly Part[];

  private constructor(strings: TemplateStringsArray, parts: readonly Part[]) {
    this.#strings = strings;
    this.#parts = parts;
  }

  static of(strings: TemplateStringsArray, parts: readonly Part[]): Html {
    return new Html(strings, parts);
  }

  /** With every time in it as `write` has it. */
  textWith(write: TimeWriter): string {
    return this.#strings.reduce(
      (text, string, index) => text + asText(this.#parts[index - 1], write) + string,
    );
  }
}

/** What may stand in a template. `undefined` and `false` are nothing. */
type Part = Html | Date | string | number | undefined | false | readonly Part[];

/** HTML in which every part is escaped, unless it is HTML itself. Attributes have to be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  Html.of(strings, parts);

function asText(part: Part, write: TimeWriter): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.textWith(write);
  if (part instanceof Date) return write(part).textWith(write);
  if (typeof part === 'object') return part.map((each) => asText(each, write)).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
