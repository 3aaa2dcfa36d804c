import { dealTypes } from '../../../../../domain/deal-type.ts';
import type { HeldLead } from '../../../../../domain/sources/held-lead.ts';
import { heldPath, leadPath, vendorPath } from '../../presentation/desk-paths.ts';
import { heldView, sentFile } from '../../presentation/held-views.ts';
import { fieldLabels } from '../../presentation/source-views.ts';
import { change } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { options } from '../options.ts';
import { showPage, timeOf } from '../page.ts';
import { notDone } from '../why-not.ts';
import { facts } from './facts.ts';
import { showAllHeld } from './held-list.ts';
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
