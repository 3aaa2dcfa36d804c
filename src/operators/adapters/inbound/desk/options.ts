import { type Html, html } from './html.ts';

/** The options of a select. */
export const options = (
  choices: readonly (readonly [value: string, text: string])[],
  chosen?: string | null,
): Html[] =>
  choices.map(
    ([value, text]) => html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
  );

/** People as options. */
export const named = (all: readonly { readonly id: string; readonly name: string }[]) =>
  all.map(({ id, name }) => [id, name] as const);
