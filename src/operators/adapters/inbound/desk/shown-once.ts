import type { DeskContext } from './desk-state.ts';
import { type Html, html } from './html.ts';
import { showPage } from './page.ts';

/** What is shown in the answer to the form that made it, and nowhere else. */
interface ShownOnce {
  readonly title: string;
  /** What it is: `Key`. */
  readonly label: string;
  readonly secret: string;
  /** What to do with it, in list items. */
  readonly steps: Html;
  /** Where to go once it is in a safe place. */
  readonly back: string;
}

/** Answers with a secret. A field that cannot be changed is marked as a whole by the Tab key. */
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
