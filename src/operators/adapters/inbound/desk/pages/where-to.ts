import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { type LeadStatus, leadStatuses } from '../../../../../domain/lead-status.ts';
import { type Html, html } from '../html.ts';
import { options } from '../options.ts';

/** The choice of the lead's next status, each with the digit that is its key. */
export const whereField = (status: LeadStatus, next: readonly LeadStatus[], chosen: string | null): Html =>
  html`<div class="field to"><label for="to">Where to</label>
<select id="to" name="move" aria-keyshortcuts="m">${options(
    [
      ['', `Stays ${status}`],
      ...next.map((each) => [each, `${leadStatuses.indexOf(each) + 1} ${each}`] as const),
    ],
    chosen,
  )}</select></div>`;

/** The choice of a reason, shown as soon as Lost is chosen, each with the digit that is its key. */
export const whyField = (reasons: readonly LostReason[], chosen: string | null): Html | false =>
  reasons.length > 0 &&
  html`<fieldset class="seg why"><legend>Why it is lost</legend><div>${reasons.map(
    ({ code, words }, at) =>
      html`<label><input type="radio" name="lostReason" value="${code}" ${code === chosen && html`checked`}><kbd
 aria-hidden="true">${at + 1}</kbd> ${words}</label>`,
  )}</div></fieldset>`;
