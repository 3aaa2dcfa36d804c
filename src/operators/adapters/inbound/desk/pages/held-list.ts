import { emailOrPhone } from '#operators/application/leads/seek-leads.ts';
import { type Apart, apartWhys } from '../../../../../domain/source-lead.ts';
import { heldErasePath, heldPath } from '../../presentation/desk-paths.ts';
import { heldColumns, heldView } from '../../presentation/held-views.ts';
import { heldCursor, placeText, searchText } from '../../presentation/values.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { showPage, timeOf } from '../page.ts';

const MOST_SHOWN = 200;

/** The line above the inbox, such as `3 to read`, for people who may read held leads. */
export async function heldLine({ state: { may, operator } }: DeskContext): Promise<Html | false> {
  if (!may('countHeld')) return false;
  const { all, endSoon } = await operator.countHeld();
  return (
    all > 0 &&
    html`<p class="panel on-screen"><a href="/held">${all} to read</a>
<span class="soft">came in another form, and ${all === 1 ? 'is no lead as it stands' : 'are no leads as they stand'}${
      endSoon > 0 && `; ${endSoon} will be gone within two weeks`
    }</span></p>`
  );
}

/** Lists what is held: all, that of one source, what is held apart, or that of one customer. */
export async function showAllHeld(ctx: DeskContext): Promise<void> {
  const { operator, now, query, may } = ctx.state;
  const text = query.get('q') ?? '';
  const sought = emailOrPhone(searchText(text));
  const sourceId = query.get('source') || undefined;
  const apart = apartWhys.find((why) => why === query.get('apart'));
  const after = heldCursor(query.get('after') ?? '');
  const [vendors, page, counts] = await Promise.all([
    operator.nameVendors(),
    operator.listHeld({ ...sought, sourceId, apart, after, limit: MOST_SHOWN }),
    operator.countHeld(),
  ]);
  const held = page.held.map((each) => heldView(each, now, vendors));
  const last = page.held.at(-1);
  showPage(
    ctx,
    'To read',
    html`<div class="head"><h1>To read</h1></div>
<p class="soft">What came from a source, and could not be taken as a lead. Each is gone after 90 days, what a trap caught after seven.</p>
${!sought && parts(counts, { sourceId, apart })}
${
  sought &&
  html`<p class="line">Those with <b>${text}</b> in them. <a class="button" href="/held">All to read</a>
${held.length > 0 && may('eraseHeld') && html`<a class="button danger" href="${heldErasePath(text)}">Erase…</a>`}</p>`
}
${listTable(held, {
  columns: heldColumns,
  caption: 'The oldest first',
  empty: 'Nothing waits to be read.',
  shown: [
    { of: 'at', html: ({ held, at }) => html`<a href="${heldPath(held)}">${timeOf(at)}</a>` },
    'vendor',
    { of: 'name', none: 'none' },
    { of: 'reach', none: 'none' },
    'wrong',
    { of: 'ends', html: ({ ends, endsSoon }) => html`${timeOf(ends)}${endsSoon && html` <b>soon</b>`}` },
  ],
})}
${
  page.more &&
  last &&
  html`<p class="line"><a class="button" rel="next" href="/held?${addressOf({ q: text, source: sourceId, apart, after: placeText(last) })}">Newer</a></p>`
}`,
  );
}

interface Parts {
  readonly sourceId: string | undefined;
  readonly apart: Apart | undefined;
}

const apartWords = {
  automatic: 'Newsletters and automatic answers',
  trapped: 'Caught by a form’s trap this week',
} as const satisfies Record<Apart, string>;

/** Links to the parts of the list, if there are several. */
function parts(
  { all, ofSources, ...counts }: Awaited<ReturnType<DeskContext['state']['operator']['countHeld']>>,
  shown: Parts,
): Html | false {
  if (ofSources.length < 2 && counts.automatic === 0 && counts.trapped === 0) return false;
  const link = (words: Html | string, count: number, { sourceId, apart }: Parts) => {
    const isShown = sourceId === shown.sourceId && apart === shown.apart;
    const address = addressOf({ source: sourceId, apart });
    return html`<a class="button" href="/held${address && `?${address}`}" ${isShown && html`aria-current="page"`}>${words} (${count})</a> `;
  };
  return html`<p class="line">${link('All', all, { sourceId: undefined, apart: undefined })}${ofSources.map(
    ({ sourceId, count }) => link(html`<code>${sourceId}</code>`, count, { sourceId, apart: undefined }),
  )}${apartWhys.map(
    (why) => counts[why] > 0 && link(apartWords[why], counts[why], { sourceId: undefined, apart: why }),
  )}</p>`;
}

/** The query of an address, without what is not given. */
const addressOf = (given: Readonly<Record<string, string | true | undefined>>): string =>
  new URLSearchParams(
    Object.entries(given).flatMap<[string, string]>(([name, value]) => (value ? [[name, `${value}`]] : [])),
  ).toString();
