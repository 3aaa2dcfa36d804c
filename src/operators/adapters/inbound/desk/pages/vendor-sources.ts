import { dealTypes } from '../../../../../domain/deal-type.ts';
import {
  type KindSetting,
  kindRules,
  kindsWith,
  signers,
  sourceKinds,
} from '../../../../../domain/sources/source-kinds.ts';
import { vendorPath } from '../../presentation/desk-paths.ts';
import type { FreshSource } from '../../presentation/shapes/source-shapes.ts';
import {
  fieldLabels,
  sourceColumns,
  sourceView,
  TEST_WORDS,
  triedView,
} from '../../presentation/source-views.ts';
import { asks, type Question } from '../ask.ts';
import { change, changeBy } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html, required } from '../html.ts';
import { listTable } from '../list-table.ts';
import { options } from '../options.ts';
import { answerHead, goTo, showPage } from '../page.ts';
import { showOnce } from '../shown-once.ts';
import { readNote } from './read-note.ts';

/** The sources of a vendor, managed on the vendor's page. Addresses of one source end in its id. */
export const vendorSourcePages: DeskPages = (routes) => {
  const again = async (ctx: DeskContext) =>
    goTo(ctx, vendorPath(ctx.params.id ?? ''), `Not done: ${ctx.state.refused?.why ?? ''}`);
  const lines = (text: string | null): readonly string[] => (text ?? '').split(/\s+/).filter(Boolean);

  change(routes, 'addSource', {
    path: '/vendors/:id/sources',
    shown: showSource,
    again,
    given: ({ state: { form } }) => ({
      kind: form.get('kind'),
      dealType: form.get('dealType') || undefined,
      as: form.get('as')?.trim() || undefined,
      thanks: form.get('thanks')?.trim() || undefined,
      origins: lines(form.get('origins')),
      fields: (form.get('fields') ?? '')
        .split('\n')
        .map((each) => each.trim())
        .filter(Boolean),
      trap: form.get('trap')?.trim() || undefined,
      signed: form.get('signed') || undefined,
      signingKey: form.get('signingKey')?.trim() || undefined,
    }),
  });

  change(routes, 'rotateSource', {
    path: '/vendors/:id/sources/:source/rotate',
    shown: showSource,
    again,
    given: ({ state: { form } }) => ({ signingKey: form.get('signingKey')?.trim() || undefined }),
  });

  asks(routes, '/vendors/:id/sources/:source/remove', 'removeSource', {
    question: async ({ params }) => removal(params.id ?? '', params.source ?? ''),
    act: changeBy('removeSource', { back: ({ params }) => vendorPath(params.id ?? ''), again }),
  });

  routes.post('/vendors/:id/sources/:source/try', 'trySource', async (ctx) => {
    const { operator, form } = ctx.state;
    const text = form.get('text') ?? '';
    const tried = await operator.trySource({ sourceId: ctx.params.source ?? '', text });
    showPage(ctx, 'Tried', triedPage(tried.map(triedView), ctx.params.id ?? ''));
  });
};

/** Shows a source's secret, and what to enter where; only the latter of one that has none to show. */
function showSource(ctx: DeskContext, { secret, source, vendor, enter, url }: FreshSource): void {
  if (secret === undefined) goTo(ctx, vendorPath(vendor), `Done: ${source}. ${enter}`);
  else
    showOnce(ctx, {
      title: 'Secret of the source',
      label: `Secret for ${url}`,
      secret,
      steps: html`<li>${enter}</li><li>SECRET stands for this secret. It works within three seconds.</li>
<li>If it was lost or seen by others: rotate it.</li>`,
      back: vendorPath(vendor),
    });
}

/** A vendor's sources on its page, for people who may manage sources. */
export async function sourcesPart({ state }: DeskContext, vendorId: string): Promise<Html> {
  const sources = (await state.operator.listSources({ vendor: vendorId })).map(sourceView);
  return html`<section aria-labelledby="sources"><h2 id="sources">Sources: leads in other forms</h2>
${listTable(sources, {
  columns: sourceColumns,
  caption: 'Its sources, the oldest first',
  empty: 'It has none: its leads come as JSON, with a key.',
  shown: [
    {
      of: 'source',
      html: ({ source, enter }) => html`<code>${source}</code><br><span class="soft">${enter}</span>`,
    },
    'kind',
    { of: 'dealType', none: 'as the lead says' },
    { of: 'hint', none: 'none' },
    'created',
    { of: 'caught', none: 'nothing' },
    { of: 'tested', none: 'none yet' },
    { head: 'Change', html: (source) => changes(vendorId, source) },
  ],
})}
<details class="panel"><summary>Add a source</summary>${addForm(vendorId)}</details></section>`;
}

const at = (vendorId: string, source: string) =>
  `${vendorPath(vendorId)}/sources/${encodeURIComponent(source)}`;

const changes = (vendorId: string, { source, hint, signed }: ReturnType<typeof sourceView>): Html => html`
<details><summary>Try</summary><form method="post" action="${at(vendorId, source)}/try">
<label class="above">What would be sent: a file, or a whole mail
<textarea name="text" rows="6" cols="40" ${required}></textarea></label>
<button>Read it</button> <span class="soft">Nothing is kept.</span></form></details>
${(hint || signed) && html`<form method="post" action="${at(vendorId, source)}/rotate">${!hint && html`<label>New signing key <input name="signingKey" autocomplete="off" ${required}></label> `}<button>Rotate</button></form>`}
<a class="button danger" href="${at(vendorId, source)}/remove">Remove…</a>`;

const removal = (vendorId: string, source: string): Question => ({
  title: 'Remove a source',
  asks: 'Remove this source?',
  says: html`<p><code>${source}</code></p>
<p>From then on, what is sent to its address is refused. Its leads stay.</p>`,
  button: html`<button class="danger">Remove</button>`,
  leave: { path: vendorPath(vendorId) },
});

const pairs = (words: readonly string[]) => words.map((each) => [each, each] as const);

/** The kinds that allow a setting, as its label begins: `Form or JSON`. */
const of = (setting: KindSetting): string =>
  kindsWith(setting).replace(/^(?:an? )?(.)/, (_, first: string) => first.toUpperCase());

const addForm = (
  vendorId: string,
): Html => html`<form method="post" action="${vendorPath(vendorId)}/sources" class="line">
<label class="above">Kind <select name="kind" ${required}>${options(
  sourceKinds.map((kind) => [kind, `${kind}: ${kindRules[kind].words}`] as const),
  '',
)}</select></label>
<label class="above">Deal type, where a lead says none
<select name="dealType">${options([['', 'by what it is about'], ...pairs(dealTypes)], '')}</select></label>
<label class="above">Vendor’s name on its leads <input name="as" maxlength="255" autocomplete="off"></label>
<label class="above">${of('thanks')}: page of thanks <input name="thanks" type="url" autocomplete="off"></label>
<label class="above">${of('origins')}: sites that may send it <textarea name="origins" rows="2" placeholder="https://www.example.com"></textarea></label>
<label class="above">${of('fields')}: its own names <textarea name="fields" rows="2" placeholder="your-email=email"></textarea></label>
<label class="above">${of('trap')}: its field that people do not see <input name="trap" maxlength="255" placeholder="website" autocomplete="off"></label>
<label class="above">${of('signed')}: who signs it <select name="signed">${options([['', 'nobody: the secret is sent'], ...pairs(signers)], '')}</select></label>
<label class="above">${of('signed')}: a signing key that the sender chose <input name="signingKey" maxlength="255" autocomplete="off"></label>
<button class="primary">Add</button></form>`;

const labelOf = (name: string): string =>
  new Map<string, string>(Object.entries(fieldLabels)).get(name) ?? name;

const triedPage = (leads: readonly ReturnType<typeof triedView>[], vendorId: string): Html => html`
${answerHead('Tried: nothing was kept', html` <a class="button end" href="${vendorPath(vendorId)}">Back to the vendor</a>`)}
${leads.map(
  ({
    lead,
    test,
    wrong,
    ...read
  }) => html`<section class="panel"><h2>${lead ? 'It would be a lead' : 'It would be held'}</h2>
${test && html`<p>${TEST_WORDS}</p>`}
${wrong.length > 0 && html`<p>${wrong.join('; ')}</p>`}
<dl>${Object.keys({ ...read.faults, ...read.fields }).map(
    (name) => html`<dt>${labelOf(name)}</dt><dd><bdi>${read.fields[name]}</bdi> ${readNote(read, name)}</dd>`,
  )}</dl></section>`,
)}`;
