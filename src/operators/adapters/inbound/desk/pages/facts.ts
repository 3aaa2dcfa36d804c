import { type Html, html } from '../html.ts';

/** Name and value, one pair on each line. Unknown values are left out. */
export const facts = (
  entries: readonly (readonly [name: string, value: Html | string | undefined | false])[],
): Html | false => {
  const known = entries.filter(([, value]) => value !== undefined && value !== false && value !== '');
  return (
    known.length > 0 &&
    html`<dl class="facts">${known.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
  );
};
