import { problemReasons } from '#operators/application/sources/held-leads.ts';
import { dealTypes } from '../../../../../domain/deal-type.ts';
import { InvalidLead, type LeadField, type Problem } from '../../../../../domain/invalid-lead.ts';
import { leadPath } from '../../presentation/desk-paths.ts';
import { onceOf } from '../answered-once.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, heardFirst, html } from '../html.ts';
import { options } from '../options.ts';
import { goTo, showPage } from '../page.ts';
import { offerUndoOfOne } from '../undo.ts';

interface Input {
  readonly name: LeadField;
  readonly label: string;
  /** Words after the label. */
  readonly mark?: string;
  /** Whether browsers say the same by themselves to who listens. */
  readonly isSaid?: boolean;
  readonly more?: Html;
}

const REQUIRED = { mark: 'required', isSaid: true, more: html`aria-required="true"` };

const inputs = [
  { name: 'firstName', label: 'First name', ...REQUIRED },
  { name: 'lastName', label: 'Last name' },
  { name: 'phone', label: 'Phone', mark: 'one of the two', more: html`type="tel"` },
  { name: 'email', label: 'Email', mark: 'one of the two', more: html`inputmode="email"` },
  { name: 'dealType', label: 'Deal type', ...REQUIRED },
  { name: 'notes', label: 'What is wanted', ...REQUIRED },
] as const satisfies readonly Input[];

/** Inputs that few leads need: for all other fields but those that only vendors send. */
const furtherInputs: readonly Input[] = Object.entries({
  vehicleYear: 'Year',
  vehicleMake: 'Make',
  vehicleModel: 'Model',
  vehicleMiles: 'Miles',
  zip: 'ZIP',
} satisfies Record<Exclude<LeadField, (typeof inputs)[number]['name'] | OfVendors>, string>).map(
  ([name, label]) => ({ name: name as LeadField, label }),
);

type OfVendors = 'vendorName' | 'externalLeadId' | 'externalId';

/** Adds the lead of a customer who rings or walks in. */
export const addLeadPages: DeskPages = (routes) => {
  routes.get('/leads/add', 'addLead', (ctx) => showForm(ctx));

  routes.post('/leads/add', 'addLead', async (ctx) => {
    const { operator, form } = ctx.state;
    const names = [...inputs, ...furtherInputs].map(({ name }) => name);
    const fields = Object.fromEntries(names.map((name) => [name, form.get(name)?.trim() || undefined]));
    try {
      const { leadId, assigned } = await operator.addLead({ fields, once: onceOf(ctx) });
      const who = [fields.firstName, fields.lastName].flatMap((name) => name ?? []).join(' ');
      offerUndoOfOne(ctx, who, assigned?.at);
      goTo(ctx, leadPath(leadId), `Added ${who}.${assigned ? ' The lead is yours.' : ''}`);
    } catch (error) {
      if (!(error instanceof InvalidLead)) throw error;
      ctx.status = 409;
      showForm(ctx, error.problems);
    }
  });
};

/** The way to the form, for people who may add leads. */
export const addLeadLink = ({ state: { may } }: DeskContext): Html | false =>
  may('addLead') && html` <a class="button end" href="/leads/add">Add a lead</a>`;

function showForm(ctx: DeskContext, problems: readonly Problem[] = []): void {
  const { form } = ctx.state;
  const further = furtherInputs.map((input) => inputPart(input, form, problems));
  const isOpen = furtherInputs.some(({ name }) => form.get(name));
  const wrong = [...inputs, ...furtherInputs].filter(({ name }) =>
    problems.some(({ field }) => field === name),
  );
  showPage(
    ctx,
    'Add a lead',
    html`<div class="head"><h1>Add a lead</h1></div>
${problems.length > 0 && html`<p class="refused" role="alert" ${heardFirst}>Not added yet: see ${wrong.map(({ name, label }, at) => html`${at > 0 && ', '}<a href="#${name}">${label}</a>`)}.</p>`}
<form method="post" action="/leads/add" class="panel new-lead" autocomplete="off">
${inputs.map((input) => inputPart(input, form, problems))}
<details ${isOpen && html`open`}><summary>Vehicle, ZIP</summary><div class="new-lead">${further}</div></details>
<p><button class="primary">Add</button> <span class="aside">For a customer who rings or walks in.</span></p>
</form>`,
  );
}

function inputPart(
  { name, label, mark, isSaid, more }: Input,
  form: URLSearchParams,
  problems: readonly Problem[],
): Html {
  const problem = problems.find(({ field }) => field === name);
  const value = form.get(name) ?? '';
  const attributes = html`id="${name}" name="${name}" ${more} ${name === 'firstName' && problems.length === 0 && html`autofocus`}
 aria-invalid="${problem ? 'true' : 'false'}" ${problem && html`aria-describedby="${name}-why"`}`;
  return html`<div class="field ${name === 'notes' && 'wide'}">
<label for="${name}">${label}${mark && html`<span ${isSaid && html`aria-hidden="true"`}> (${mark})</span>`}</label>
${controlOf(name, value, attributes)}
${problem && html`<p class="late" id="${name}-why">${label} ${problemReasons[problem.reason]}.</p>`}</div>`;
}

function controlOf(name: LeadField, value: string, attributes: Html): Html {
  if (name === 'notes') return html`<textarea rows="4" dir="auto" ${attributes}>${value}</textarea>`;
  if (name !== 'dealType') return html`<input value="${value}" dir="auto" ${attributes}>`;
  const choices = [['', 'Choose'], ...dealTypes.map((each) => [each, each] as const)] as const;
  return html`<select ${attributes}>${options(choices, value)}</select>`;
}
