import type { DeskContext } from './desk-state.ts';
import { type Html, html } from './html.ts';
import { showPage } from './page.ts';

/** A secret that is shown in the answer to its form, and nowhere else. */
interface ShownOnce {
  readonly title: string;
  /** The word for the secret, such as `Key`. */
  readonly label: string;
  readonly secret: string;
  /** The next steps, as list items. */
  readonly steps: Html;
  /** Where to go once the secret is in a safe place. */
  readonly back: string;
}

/** Answers with a secret. In its field, which cannot be changed, the Tab key selects all. */
export const showOnce = (ctx: DeskContext, { title, label, secret, steps, back }: ShownOnce): void =>
  showPage(
    ctx,
    title,
    html`<div class="head"><h1>${title}</h1></div>
<section class="panel ask" data-back="${back}">
<p class="warning" role="status">It is shown this once, and stored nowhere: copy it before you leave this page.</p>
<p class="stack"><label>${label}
<input readonly class="secret" value="${secret}" spellcheck="false" autocomplete="off"></label></p>
<ul>${steps}</ul>
<p><a class="button primary" href="${back}">I have copied it</a></p>
</section>`,
  );
