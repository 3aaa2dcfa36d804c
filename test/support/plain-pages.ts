/** What is read from the text of a page, without a browser. */

export const unescaped = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)).replaceAll('&amp;', '&');

/** A page's text. */
export const plain = (page: string): string => unescaped(page.replace(/<[^>]*>/g, '')).replace(/\s+/g, ' ');

/** Where the link of exactly this name leads. */
export function hrefOf(page: string, name: string): string {
  for (const [, href = '', inside = ''] of page.matchAll(/<a\b[^>]*? href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g))
    if (plain(inside).trim() === name) return unescaped(href);
  throw new Error(`no link is called ${name}: ${plain(page)}`);
}

/** A form, with the one button that is pressed. */
interface Form {
  readonly action: string;
  readonly isPost: boolean;
  readonly controls: string;
}

/** The form of the button of exactly this name. */
export function formOf(page: string, button: string): Form {
  const buttons = /<button\b([^>]*)>([\s\S]*?)<\/button>/g;
  const isMeant = (inside: string) => plain(inside).trim() === button;
  for (const [, attributes = '', inside = ''] of page.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)) {
    const id = attribute(attributes, 'id');
    const pressed = [...page.matchAll(buttons)].find(
      ([whole, given = '', name = '']) =>
        isMeant(name) && (inside.includes(whole) || (id && attribute(given, 'form') === id)),
    );
    if (pressed) {
      const controls = inside.replace(buttons, '') + pressed[0];
      const isPost = attribute(attributes, 'method') === 'post';
      return { action: attribute(attributes, 'action') ?? '', isPost, controls };
    }
  }
  throw new Error(`no form has a button ${button}: ${plain(page)}`);
}

/** What a form would send. */
export function controlsOf(form: string): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [, attributes = ''] of form.matchAll(/<(?:input|button)\b([^>]*)>/g)) {
    const name = attribute(attributes, 'name');
    const isLeftOut = /type="(checkbox|radio)"/.test(attributes) && !/ checked\b/.test(attributes);
    if (name && !isLeftOut) sent[name] = attribute(attributes, 'value') ?? '';
  }
  for (const [, attributes = '', inside = ''] of form.matchAll(/<textarea\b([^>]*)>([\s\S]*?)<\/textarea>/g))
    sent[attribute(attributes, 'name') ?? ''] = unescaped(inside);
  for (const [, attributes = '', inside = ''] of form.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)) {
    const options = [...inside.matchAll(/<option\b([^>]*)>([^<]*)/g)];
    const chosen = options.find(([, given = '']) => / selected\b/.test(given)) ?? options[0];
    if (chosen)
      sent[attribute(attributes, 'name') ?? ''] = attribute(chosen[1] ?? '', 'value') ?? chosen[2] ?? '';
  }
  return sent;
}

function attribute(attributes: string, name: string): string | undefined {
  const [, value] = new RegExp(` ${name}="([^"]*)"`).exec(` ${attributes}`) ?? [];
  return value === undefined ? undefined : unescaped(value);
}
