import type { DeskContext } from './desk-state.ts';
import { type Html, heardFirst, html } from './html.ts';
import { secretField } from './key-pages.ts';
import { showPage } from './page.ts';

/** A secret that is shown in the answer to its form, and nowhere else. */
interface ShownOnce {
  readonly title: string;
  /** The word for the secret, such as `Key`. */
  readonly label: string;
  readonly secret: string;
  /** What belongs to it. */
  readonly more?: Html | false;
  /** The next steps, as list items. */
  readonly steps: Html;
  /** Where to go once the secret is in a safe place. */
  readonly back: string;
}

/** Answers with a secret. */
export const showOnce = (ctx: DeskContext, { title, label, secret, more, steps, back }: ShownOnce): void =>
  showPage(
    ctx,
    title,
    html`<div class="head"><h1>${title}</h1></div>
<section class="panel ask" data-back="${back}">
<p class="warning" role="alert" ${heardFirst}>It is shown this once: copy it before you leave this page.</p>
${secretField(label, secret)}
${more}
<ul>${steps}</ul>
<p><a class="button primary" href="${back}">I have copied it</a></p>
</section>`,
  );
