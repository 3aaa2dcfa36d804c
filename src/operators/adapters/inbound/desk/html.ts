/** Writes a time, which may stand beside another. */
export type TimeWriter = (time: Date, beside?: Date) => Html;

/** Text that is HTML. Only `html` makes it. */
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

  /** The text, with each time in it written by `write`. */
  textWith(write: TimeWriter): string {
    return this.#strings.reduce(
      (text, string, index) => text + asText(this.#parts[index - 1], write) + string,
    );
  }
}

/** A value in a template. `undefined` and `false` are left out. */
type Part = Html | Date | string | number | undefined | false | readonly Part[];

/** Makes HTML in which every value is escaped, unless it is HTML itself. Attributes must be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  Html.of(strings, parts);

function asText(part: Part, write: TimeWriter): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.textWith(write);
  if (part instanceof Date) return write(part).textWith(write);
  if (typeof part === 'object') return part.map((each) => asText(each, write)).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Attributes of what answers a change: it has the focus, so that who listens hears it before the rest of the page. Orca
 * says it of what has a name, or is an alert.
 */
export const heardFirst = html`tabindex="-1" autofocus`;

/**
 * Attributes of a field that must be filled in. A script makes it `required` once the form is sent: of an empty one that
 * is so before, Firefox says at once that it is wrong.
 */
export const required = html`aria-required="true" aria-invalid="false"`;
