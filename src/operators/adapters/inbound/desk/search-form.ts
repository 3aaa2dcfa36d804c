import { type Html, html } from './html.ts';

interface SearchForm {
  readonly value: string | undefined;
  /** Words for what to type. */
  readonly label: string;
  readonly placeholder?: string;
  /** The page that searches; by default the present one. */
  readonly action?: string;
  /** The key that leads to the box. */
  readonly shortcut?: string;
}

/** A box to search by a text, which the page gets as `q`. The box of every page has no button: Enter is enough. */
export const searchForm = ({ value, label, placeholder = label, action, shortcut }: SearchForm): Html =>
  html`<form role="search" aria-label="${label}" ${action && html`action="${action}"`} class="line find"><input type="search" name="q" value="${value}"
 aria-label="${label}" placeholder="${placeholder}" maxlength="300" ${shortcut && html`aria-keyshortcuts="${shortcut}"`}>${action === undefined && html`<button>Find</button>`}</form>`;
