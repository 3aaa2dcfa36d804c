import { type Html, heardFirst, html } from './html.ts';
import { apart } from './reach.ts';

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
<p class="warning" role="alert" ${heardFirst}>It is shown this once: copy it before you leave this page.</p>
${secretField('Key', key)}
<p>It is sent in the header <code>x-api-key</code>. ${addressesPart(serviceUrl)}</p>
</main>`;

/** A secret in a field that cannot be changed, in which the Tab key selects all, with a button that copies it. */
export const secretField = (
  label: string,
  secret: string,
): Html => html`<p class="copied"><label class="above">${label}
<input readonly class="secret" value="${secret}" spellcheck="false" autocomplete="off"></label>
<button type="button" data-copy="${secret}" hidden>Copy</button></p>`;
