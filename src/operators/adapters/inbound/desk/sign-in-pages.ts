import type { DeskRole } from '#operators/domain/work/desk-role.ts';
import { type Html, heardFirst, html } from './html.ts';
import { apart } from './reach.ts';

interface Ways {
  readonly hasProvider: boolean;
  readonly hasCommandLine: boolean;
}

const begin = (goal: string, more = ''): string => `/sign-in/begin?goal=${encodeURIComponent(goal)}${more}`;

/** Links, not a form: a browser that minds `form-action` follows no form to the provider, nor on from there. */
const atProvider = (
  goal: string,
): Html => html`<p><a class="button primary" href="${begin(goal)}">Sign in</a></p>
<p><a class="button" href="${begin(goal, '&own')}">Sign in, on my own device</a> <span class="soft">for thirty days in place of twelve hours</span></p>
<p><a class="button" href="${begin(goal, '&another')}">Use another account</a></p>`;

export const signInPage = (
  { hasProvider, hasCommandLine }: Ways,
  goal: string,
  isOut: boolean,
): Html => html`<main class="narrow">
<h1>Leads</h1>
${isOut && html`<p role="alert" ${heardFirst}>You are signed out.</p>`}
${hasProvider && atProvider(goal)}
<p>${hasProvider ? 'Or open' : 'Open'} ${
  hasCommandLine
    ? html`a link that <code>leads desk link --by "Your Name"</code> prints. It works once, for five minutes.`
    : html`the link that the server printed when it started. It works once: for another, start the server again.`
}</p>
</main>`;

/** The page of a sign-in link. Its form is sent to the page's own address, which is the link. */
export const linkPage = ({ name, role }: { readonly name: string; readonly role: DeskRole }): Html =>
  html`<main class="narrow">
<h1>Leads</h1>
<p>This link signs you in as ${apart(name)} (${role}). It works once.</p>
<form method="post" class="stack"><label><input type="checkbox" name="own"> This is my own device: stay signed in for thirty days</label>
<p><button class="primary" autofocus>Sign in</button></p></form>
</main>`;

/** The page that goes on to the provider, by itself: a redirect after a form would be held up by `form-action`. */
export const leavingPage = (url: string): Html => html`<main class="narrow">
<h1>Signed out here</h1>
<p>The provider is next: <a href="${url}">sign out there, too</a>.</p>
</main>`;

export const noRolePage = (account: string, goal: string): Html => html`<main class="narrow">
<h1>No role</h1>
<p>Your account ${apart(account)} has no role here: ask for viewer, sales or admin.</p>
<p><a class="button" href="${begin(goal, '&another')}">Use another account</a></p>
</main>`;
