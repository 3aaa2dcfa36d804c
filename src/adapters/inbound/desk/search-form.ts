import { type Html, html } from './html.ts';

interface SearchForm {
  readonly value: string | undefined;
  /** What to type. */
  readonly label: string;
  readonly placeholder?: string;
}

/** A box to find something by a text, which the page gets as `q`. */
export const searchForm = ({ value, label, placeholder = label }: SearchForm): Html =>
  html`<form role="search" class="line find"><input type="search" name="q" value="${value}"
 aria-label="${label}" placeholder="${placeholder}" maxlength="300" aria-keyshortcuts="/"><button>Find</button></form>`;
