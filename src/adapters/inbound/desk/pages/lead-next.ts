import { hasCustomer } from '../../../../domain/intake/contact.ts';
import { isFinal, nextStatuses } from '../../../../domain/intake/lead-status.ts';
import { type Activity, type ActivityKind, activityKinds } from '../../../../domain/work/activity.ts';
import { type Deal, statusSince } from '../../../../domain/work/deal.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { type NamedPerson, personName } from '../../../../domain/work/person.ts';
import { leadPath } from '../../operators/desk-paths.ts';
import { dayWords } from '../../operators/follow-up-time.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { apart } from '../reach.ts';
import type { Why } from '../why-not.ts';
import { followUpText } from './follow-up.ts';
import { assignFields, moveButtons, noDefaultButton } from './lead-list.ts';
import { lostReasonField } from './lost-reason-field.ts';

/** Why not, told next to the form. */
export interface WhyNot {
  readonly move?: Why;
  readonly followUp?: Why;
  readonly assign?: Why;
}

interface Choices {
  readonly people: readonly NamedPerson[];
  readonly lostReasons: readonly LostReason[];
}

/** All that can be done with the lead, in one place. */
export const nextPart = (ctx: DeskContext, deal: Deal, choices: Choices, why: WhyNot): Html =>
  html`<section class="panel next" aria-labelledby="next"><h2 id="next">What to do next</h2>
${workForm(ctx, deal, choices.lostReasons, why.move)}
${!isFinal(deal.status) && hasCustomer(deal) && followUpPart(ctx, deal, why.followUp)}
${assignPart(deal, choices.people, why.assign)}
</section>`;

export const kindNames: Readonly<Record<Activity['kind'], string>> = {
  note: 'Note',
  called: 'Called',
  'no-answer': 'No answer',
  reached: 'Reached',
  wrote: 'Wrote',
  'follow-up': 'Follow-up',
};

const kindTitles: Readonly<Record<ActivityKind, string>> = {
  note: 'For colleagues and for later; no vendor sees it',
  called: 'You called; nothing is said of whether somebody answered',
  'no-answer': 'You called, and nobody answered',
  reached: 'You spoke with the customer: that is an answer',
  wrote: 'You wrote to the customer: that is an answer',
};

/** A note or an attempt, a move, or both at once. Every button but Lost may leave out why the lead is lost. */
function workForm(
  { state: { form } }: DeskContext,
  deal: Deal,
  lostReasons: readonly LostReason[],
  why: Why | undefined,
): Html {
  const isReopening = isFinal(deal.status);
  const path = leadPath(deal.id);
  return html`${why !== undefined && html`<p class="refused" role="alert">${why}</p>`}
<form method="post" action="${path}/move" class="stack work" data-drafts>
${noDefaultButton}
<input type="hidden" name="statusSince" value="${statusSince(deal).toISOString()}">
${hasCustomer(deal) && noteFields(form, path)}
<div class="line"><span>${isReopening ? 'Reopen it' : 'Move it'}${hasCustomer(deal) && ', with the text above or without'}:</span>
${moveButtons(nextStatuses(deal.status), { asksWhyLost: !isReopening })}</div>
<div class="line"><label class="above wide">${isReopening ? 'Reason (needed to reopen)' : 'Reason'}
<input name="reason" value="${form.get('reason') ?? ''}" autocomplete="off"
 ${isReopening && html`required`}></label>
${!isReopening && lostReasonField(lostReasons, { chosen: form.get('lostReason'), none: 'Choose why', required: true })}</div>
</form>`;
}

/** Not for a customer who was erased. */
function noteFields(form: URLSearchParams, path: string): Html {
  const kind = form.get('kind') ?? 'note';
  const kinds = activityKinds;
  return html`<fieldset class="chips"><legend class="unseen">What you did</legend>
${kinds.map(
  (
    each,
  ) => html`<label class="chip" title="${kindTitles[each]}"><input type="radio" name="kind" value="${each}"
 ${each === kind && html`checked`}> ${kindNames[each]}</label>`,
)} <span class="soft">Reached and Wrote count as an answer.</span></fieldset>
<textarea name="text" rows="3" aria-label="What was said or done"
 placeholder="What was said, what the customer wants…">\n${form.get('text') ?? ''}</textarea>
<p><button class="primary" formaction="${path}/note" formnovalidate data-sends="text">Write down</button></p>`;
}

/** What the button says that takes a follow-up away. */
export const NEVER = 'never';

const quickTimes = [
  ['tomorrow', 'Tomorrow 9:00'],
  ['3d', 'In 3 days'],
  ['monday', 'Next Monday'],
] as const;

function followUpPart({ state: { form, now } }: DeskContext, deal: Deal, why: Why | undefined): Html {
  const { id } = deal;
  const followUpAt = deal.followUp?.at;
  return html`<section aria-labelledby="follow-up">
<h3 id="follow-up">Follow up: ${followUpAt ? followUpText(followUpAt, now) : 'no time is set'}</h3>
${why !== undefined && html`<p class="refused" role="alert">${why}</p>`}
<form method="post" action="${leadPath(id)}/follow-up" class="line">
<input type="hidden" name="from" value="${followUpAt?.toISOString()}">
<input name="at" aria-label="When to follow up" value="${form.get('at') ?? ''}" list="days" autocomplete="off"
 placeholder="tomorrow 10:00, 3d" class="when">
<datalist id="days">${dayWords.map((word) => html`<option value="${word}">`)}</datalist>
<button>Set</button>
${quickTimes.map(([value, name]) => html`<button name="quick" value="${value}">${name}</button> `)}
${followUpAt && html`<button name="quick" value="${NEVER}">Clear</button>`}
</form></section>`;
}

export const ownerText = (owner: string | undefined, people: readonly NamedPerson[]): Html =>
  owner === undefined ? html`nobody` : apart(personName(owner, people));

const assignPart = (
  { id, owner }: Deal,
  people: readonly NamedPerson[],
  why: Why | undefined,
): Html => html`<section aria-labelledby="assign">
<h3 id="assign">Owner: ${ownerText(owner, people)}</h3>
${why !== undefined && html`<p class="refused" role="alert">${why}</p>`}
<form method="post" action="${leadPath(id)}/assign" class="line">
<input type="hidden" name="from" value="${owner}">${assignFields(people)}</form></section>`;
