import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { type Html, html } from '../html.ts';
import { options } from '../options.ts';

interface LostReasonField {
  readonly chosen: string | null;
  /** The text while nothing is chosen. */
  readonly none: string;
  readonly required: boolean;
}

/** A field for why a lead is lost; `false` if there are no reasons to choose from. */
export const lostReasonField = (
  reasons: readonly LostReason[],
  { chosen, none, required }: LostReasonField,
): Html | false =>
  reasons.length > 0 &&
  html`<label>Why lost
<select name="lostReason" ${required && html`required`}>${options(
    [['', none], ...reasons.map(({ code, words }) => [code, words] as const)],
    chosen,
  )}</select></label>`;
