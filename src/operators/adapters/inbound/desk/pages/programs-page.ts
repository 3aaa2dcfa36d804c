import { deskRoles } from '#operators/domain/work/desk-role.ts';
import { isUsable } from '../../../../../domain/issued-key.ts';
import { Token, tokenColumns } from '../../presentation/token-views.ts';
import { change, notDone } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html, required } from '../html.ts';
import { listTable, stateMark } from '../list-table.ts';
import { options } from '../options.ts';
import { showPage } from '../page.ts';
import { showOnce } from '../shown-once.ts';

const PATH = '/people/programs';

/** Terms of a token in days; empty for one that does not expire. */
const terms: readonly (readonly [days: string, name: string])[] = [
  ['90', 'for 90 days'],
  ['365', 'for a year'],
  ['', 'until it is revoked'],
];

/** Lists programs that use the JSON API, and their tokens. */
export const programPages: DeskPages = (routes) => {
  routes.get(PATH, 'listTokens', (ctx) => showPrograms(ctx));

  change(routes, 'issueToken', {
    path: PATH,
    shown: showToken,
    again: showPrograms,
    given: ({ state: { form } }) => {
      const days = form.get('days');
      return { name: form.get('name'), role: form.get('role'), ...(days && { expires: `${days}d` }) };
    },
  });

  change(routes, 'revokeToken', { path: `${PATH}/:id/revoke`, back: () => PATH, again: showPrograms });
};

const showToken = (ctx: DeskContext, { token, name }: Readonly<Record<'token' | 'name', string>>): void =>
  showOnce(ctx, {
    title: `New token for ${name}`,
    label: 'Token',
    secret: token,
    steps: html`<li>Put it into the settings of that program, which sends it as
<code>Authorization: Bearer …</code>. What there is to ask, <a href="/api/openapi.json">the description</a> says.</li>
<li>What the program does is recorded under <bdi>${name} (token)</bdi>.</li>
<li>If it was lost or seen by others: revoke it, and issue another.</li>`,
    back: PATH,
  });

async function showPrograms(ctx: DeskContext): Promise<void> {
  const { form, now, operator } = ctx.state;
  const tokens = (await operator.listTokens()).toReversed().map((token) => Token.of(token, { now }));
  showPage(
    ctx,
    'Programs',
    html`<div class="head"><h1>Programs</h1></div>
<p class="soft">Programs of your own, such as a CRM, use the JSON API below <code>/api/</code> with a token.</p>
${tokenTable(tokens)}
<section class="panel" aria-labelledby="issue"><h2 id="issue">Issue a token</h2>
${notDone(ctx)}
<form method="post" action="${PATH}" class="line"><label class="above">Name of the program
<input name="name" value="${form.get('name') ?? ''}" ${required} maxlength="90" autocomplete="off"></label>
<label class="above">What it may do
<select name="role">${options(deskRoles.map((role) => [role, role]))}</select></label>
<label class="above">It works
<select name="days">${options(terms)}</select></label>
<button class="primary">Issue</button></form></section>`,
  );
}

const tokenTable = (tokens: readonly ReturnType<typeof Token.of>[]): Html =>
  listTable(tokens, {
    columns: tokenColumns,
    caption: 'Tokens, the newest first',
    empty: 'There are no tokens yet.',
    idOf: ({ tokenId }) => tokenId,
    shown: [
      { of: 'name', head: 'Program', class: 'whole' },
      'role',
      { of: 'hint', html: ({ hint }) => html`<code>${hint}…</code>` },
      { of: 'state', html: ({ state }) => stateMark(state) },
      { of: 'lastUsed', none: 'never' },
      { of: 'expires', none: 'never' },
      { head: html`<span class="unseen">Change</span>`, html: revokePart },
    ],
  });

const revokePart = ({ tokenId, hint, state }: ReturnType<typeof Token.of>): Html | false =>
  isUsable(state) &&
  html`<details><summary>Revoke<span class="unseen"> the token ${hint}</span></summary>
<form method="post" action="${PATH}/${encodeURIComponent(tokenId)}/revoke" class="line">
<span>It stops working for good.</span> <button class="danger">Revoke</button></form></details>`;
