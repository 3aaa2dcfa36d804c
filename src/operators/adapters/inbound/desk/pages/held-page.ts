import { dealTypes } from '../../../../../domain/deal-type.ts';
import { emailOrPhone } from '../../../../application/leads/seek-leads.ts';
import { heldErasePath, heldPath, leadPath, vendorPath } from '../../presentation/desk-paths.ts';
import { fieldLabels, heldColumns, heldView } from '../../presentation/source-views.ts';
import { searchText } from '../../presentation/values.ts';
import { change } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { listTable } from '../list-table.ts';
import { options } from '../options.ts';
import { showPage, timeOf } from '../page.ts';
import { notDone } from '../why-not.ts';
import { facts } from './facts.ts';
import { readNote } from './read-note.ts';

const MOST_SHOWN = 200;

/** Pages for leads held for a person to read. */
export const heldPages: DeskPages = (routes) => {
  routes.get('/held', 'listHeld', showAll);
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

/** The line above the inbox, such as `3 to read`, for people who may read held leads. */
export async function heldLine({ state: { may, operator } }: DeskContext): Promise<Html | false> {
  if (!may('countHeld')) return false;
  const { all, endSoon } = await operator.countHeld();
  return (
    all > 0 &&
    html`<p class="panel"><a href="/held">${all} to read</a>
<span class="soft">came in another form, and ${all === 1 ? 'is no lead as it stands' : 'are no leads as they stand'}${
      endSoon > 0 && `; ${endSoon} will be gone within two weeks`
    }</span></p>`
  );
}

async function showAll(ctx: DeskContext): Promise<void> {
  const { operator, now, query, may } = ctx.state;
  const text = query.get('q') ?? '';
  const sought = emailOrPhone(searchText(text));
  const vendors = await operator.nameVendors();
  const held = (await operator.listHeld({ ...sought, limit: MOST_SHOWN })).map((each) =>
    heldView(each, now, vendors),
  );
  showPage(
    ctx,
    'To read',
    html`<div class="head"><h1>To read</h1></div>
<p class="soft">What came from a source, and could not be taken as a lead. Each is gone after 90 days.</p>
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
})}`,
  );
}

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
    ])}</section>
<section aria-labelledby="text"><h2 id="text">As it came</h2>
<pre class="panel" tabindex="0" dir="auto">${whole.text}</pre></section>
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
