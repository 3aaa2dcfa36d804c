import type { DeskContext } from './desk-state.ts';
import { type Html, heardFirst, html } from './html.ts';
import { showPage } from './page.ts';
import { apart } from './reach.ts';

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
${secretPart(label, secret)}
${more}
<ul>${steps}</ul>
<p><a class="button primary" href="${back}">I have copied it</a></p>
</section>`,
  );

/** What a vendor has to know beside its key. */
export const addressesPart = (serviceUrl: string): Html =>
  html`Leads go to <code>${serviceUrl}/v1/lead</code>. <a href="${serviceUrl}/docs">How to send them</a>`;

/** The page of a link to a key. Its form is sent to the page's own address, which is the link. */
export const keyLinkPage = ({ vendor }: { readonly vendor: string }): Html => html`<main class="narrow">
<h1>A key for ${apart(vendor)}</h1>
<p>This page shows it once: have a safe place ready, such as the settings of the system that sends leads.</p>
<form method="post"><button class="primary">Show the key</button></form>
</main>`;

interface OpenedKey {
  readonly vendor: string;
  readonly key: string;
  readonly serviceUrl: string;
}

/** The page with a key, for whoever opened its link. */
export const openedKeyPage = ({ vendor, key, serviceUrl }: OpenedKey): Html => html`<main class="narrow">
<h1>A key for ${apart(vendor)}</h1>
${secretPart('Key', key)}
<p>It is sent in the header <code>x-api-key</code>. ${addressesPart(serviceUrl)}</p>
</main>`;

/** A secret in a field that cannot be changed, in which the Tab key selects all, with a button that copies it. */
const secretPart = (label: string, secret: string): Html =>
  html`<p class="warning" role="alert" ${heardFirst}>It is shown this once: copy it before you leave this page.</p>
<p class="copied"><label class="above">${label}
<input readonly class="secret" value="${secret}" spellcheck="false" autocomplete="off"></label>
<button type="button" data-copy="${secret}" hidden>Copy</button></p>`;
