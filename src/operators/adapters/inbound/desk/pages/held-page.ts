import { emailOrPhone } from '#operators/application/leads/seek-leads.ts';
import { dealTypes } from '../../../../../domain/deal-type.ts';
import type { HeldLead } from '../../../../../domain/sources/held-lead.ts';
import { type Apart, apartWhys } from '../../../../../domain/sources/source-lead.ts';
import { heldErasePath, heldPath, leadPath, pathWith, vendorPath } from '../../presentation/desk-paths.ts';
import { heldColumns, heldView, sentFile } from '../../presentation/held-views.ts';
import { fieldLabels } from '../../presentation/source-views.ts';
import { heldCursor, placeText, searchText } from '../../presentation/values.ts';
import { change, notDone } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { options } from '../options.ts';
import { showPage, timeOf } from '../page.ts';
import { facts } from './facts.ts';
import { readNote } from './read-note.ts';

/** Pages for leads held for a person to read. */
export const heldPages: DeskPages = (routes) => {
  routes.get('/held', 'listHeld', showAllHeld);
  routes.get('/held/:id', 'showHeld', showOne);

  change(routes, 'sendHeld', {
    path: '/held/:id/send',
    back: (_ctx, { leadId }: { readonly leadId: string }) => leadPath(leadId),
    again: showOne,
    // An emptied field is passed on as empty, so that the lead lacks what was read for it.
    given: ({ state: { form } }) =>
      Object.fromEntries(inputs.flatMap(({ name }) => (form.has(name) ? [[name, form.get(name)]] : []))),
  });

  change(routes, 'dropHeld', { path: '/held/:id/drop', back: () => '/held', again: showOne });
};

/** The fields of a lead that a person can fill in, with their labels. */
const { externalLeadId: _, ...filled } = fieldLabels;
const inputs = Object.entries(filled).map(([name, label]) => ({ name, label }));

async function showOne(ctx: DeskContext): Promise<void> {
  const { operator, now, form } = ctx.state;
  const whole = await operator.showHeld({ heldId: ctx.params.id ?? '' });
  const held = heldView(whole, now, await operator.nameVendors());
  const textOf = (name: string): string => form.get(name) ?? held.fields[name] ?? '';
  showPage(
    ctx,
    'To read',
    html`<div class="head"><h1>To read</h1> <a class="button end" href="/held">All to read</a></div>
<section class="panel" aria-label="What is known of it">${facts([
      ['What is wrong', held.wrong.join('; ')],
      ['Came', timeOf(held.at)],
      ['Gone after', timeOf(held.ends)],
      ['Vendor', html`<a href="${vendorPath(held.vendor)}">${held.vendorName ?? held.vendor}</a>`],
      ['Source', html`<code>${held.source}</code>`],
      ['Declared as', held.declared],
    ])}</section>
${sentPart(whole)}
<section class="panel" aria-labelledby="lead"><h2 id="lead">What could be read</h2>
${notDone(ctx)}
<form method="post" action="${heldPath(held.held)}/send" class="line" autocomplete="off">
${inputs.map(
  ({ name, label }) => html`<div><label class="above">${label} ${inputOf(name, textOf(name), held)}</label>
<small id="read-${name}">${readNote(held, name)}</small></div> `,
)}
<button class="primary">Make a lead</button></form>
<form method="post" action="${heldPath(held.held)}/drop" class="line"><button class="danger">Drop</button>
<span class="soft">It was no lead: it is gone then.</span></form></section>`,
  );
}

/** What was sent: as people read it, and as it came; a file is one to save. */
function sentPart({ text, readable, cut }: Pick<HeldLead, 'text' | 'readable' | 'cut'>): Html {
  const file = sentFile(text);
  const shown = (words: string) => html`<pre class="panel" tabindex="0" dir="auto">${words}</pre>`;
  return html`<section aria-labelledby="text"><h2 id="text">${readable ? 'As people read it' : 'As it came'}</h2>
${
  file
    ? html`<p class="panel">A file: ${file.type}, ${file.bytes} bytes. <a class="button" download="sent" href="${text}">Save it</a></p>`
    : shown(readable ?? text)
}
${readable && html`<details><summary>As it came</summary>${shown(text)}</details>`}
${cut && html`<p class="soft">Only the beginning: its source has more to read than is kept whole.</p>`}</section>`;
}

function inputOf(name: string, value: string, { faults }: ReturnType<typeof heldView>): Html {
  const more = html`aria-describedby="read-${name}"${faults[name] && html` aria-invalid="true"`}`;
  if (name === 'leadNotes')
    return html`<textarea name="${name}" rows="5" cols="60" dir="auto" ${more}>${value}</textarea>`;
  if (name !== 'dealType') return html`<input name="${name}" value="${value}" dir="auto" ${more}>`;
  return html`<select name="${name}" ${more}>${options(
    dealTypes.map((each) => [each, each] as const),
    value,
  )}</select>`;
}

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
async function showAllHeld(ctx: DeskContext): Promise<void> {
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
  html`<p class="line"><a class="button" rel="next" href="${pathWith('/held', { q: text, source: sourceId, apart, after: placeText(last) })}">Newer</a></p>`
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
    const path = pathWith('/held', { source: sourceId, apart });
    return html`<a class="button" href="${path}" ${isShown && html`aria-current="page"`}>${words} (${count})</a> `;
  };
  return html`<p class="line">${link('All', all, { sourceId: undefined, apart: undefined })}${ofSources.map(
    ({ sourceId, count }) => link(html`<code>${sourceId}</code>`, count, { sourceId, apart: undefined }),
  )}${apartWhys.map(
    (why) => counts[why] > 0 && link(apartWords[why], counts[why], { sourceId: undefined, apart: why }),
  )}</p>`;
}
