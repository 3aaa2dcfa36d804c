import type { NamedPerson } from '#operators/domain/work/person.ts';
import { leadStatuses } from '../../../../../domain/lead-status.ts';
import { type Html, html } from '../html.ts';
import { assignFields, moveButtons, noDefaultButton } from './lead-list.ts';

/** The actions for selected leads. */
export const bulkForm = (
  staff: readonly NamedPerson[],
): Html => html`<fieldset class="bulk"><legend class="unseen">With the selected leads</legend>
${noDefaultButton}
<p class="line"><strong data-selected>Selected leads</strong> <span>move to</span> ${moveButtons(leadStatuses)}
<input name="reason" aria-label="Reason for the move" placeholder="Reason (needed to reopen)"
 maxlength="500" autocomplete="off"></p>
<p class="line"><span>or give</span> ${assignFields(staff)}</p></fieldset>`;
