/** Text that is HTML already. Only `html` makes it. */
export class Html {
  declare private readonly brand: never;
  readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  static of(strings: TemplateStringsArray, parts: readonly Part[]): Html {
    return new Html(strings.reduce((text, string, index) => text + asText(parts[index - 1]) + string));
  }
}

/** What may stand in a template. `undefined` and `false` are nothing. */
type Part = Html | string | number | undefined | false | readonly Part[];

/** HTML in which every part is escaped, unless it is HTML itself. Attributes have to be in double quotes. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html =>
  Html.of(strings, parts);

function asText(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(asText).join('');
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
