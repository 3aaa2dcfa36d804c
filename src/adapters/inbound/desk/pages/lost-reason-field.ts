import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { type Html, html } from '../html.ts';

interface LostReasonField {
  readonly chosen: string | null;
  /** What it says while nothing is chosen. */
  readonly none: string;
  readonly required: boolean;
}

/** Asks why a lead is lost. Nothing if there are no reasons to choose from. */
export const lostReasonField = (
  reasons: readonly LostReason[],
  { chosen, none, required }: LostReasonField,
): Html | false =>
  reasons.length > 0 &&
  html`<label>Why lost
<select name="lostReason" ${required && html`required`}><option value="">${none}</option>${reasons.map(
    ({ code, words }) => html`<option value="${code}" ${code === chosen && html`selected`}>${words}</option>`,
  )}</select></label>`;
