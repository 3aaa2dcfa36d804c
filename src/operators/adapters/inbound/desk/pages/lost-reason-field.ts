import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import { type Html, html, required } from '../html.ts';
import { options } from '../options.ts';

interface LostReasonField {
  readonly chosen: string | null;
  /** The text while nothing is chosen. */
  readonly none: string;
  readonly isNeeded: boolean;
}

/** A field for why a lead is lost; `false` if there are no reasons to choose from. */
export const lostReasonField = (
  reasons: readonly LostReason[],
  { chosen, none, isNeeded }: LostReasonField,
): Html | false =>
  reasons.length > 0 &&
  html`<label>Why lost
<select name="lostReason" ${isNeeded && required}>${options(
    [['', none], ...reasons.map(({ code, words }) => [code, words] as const)],
    chosen,
  )}</select></label>`;
