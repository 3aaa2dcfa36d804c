import { type RefusalReason, Refused } from '#operators/domain/refused.ts';
import { EditOvertaken, KeyHeld } from '#operators/domain/work/contact-edit.ts';
import { FollowUpOfOther } from '#operators/domain/work/follow-up.ts';
import { ChangedMeanwhile } from '#operators/domain/work/worked-deal.ts';
import { contactPath } from '../presentation/desk-paths.ts';
import { InvalidFields } from '../presentation/field-problems.ts';
import { InvalidValue } from '../presentation/invalid-value.ts';
import type { DeskContext, Why } from './desk-state.ts';
import { type Html, heardFirst, html } from './html.ts';
import { timeOf } from './page.ts';

/** Refusals for things that a form names and that no longer exist. */
const inForm: readonly RefusalReason[] = ['unknown-lost-reason', 'unknown-person', 'unknown-partner'];

/** Runs a change. If it is refused, answers with the page of the form, where `notDone` says why. */
export async function withWhyNot(
  ctx: DeskContext,
  form: string,
  again: (ctx: DeskContext) => Promise<void>,
  act: () => Promise<unknown>,
): Promise<void> {
  const why = await whyNot(act);
  if (why === undefined) return;
  ctx.state.refused = { form, why };
  ctx.status = 409;
  await again(ctx);
}

/** The reason of a refusal, next to one of these forms; on a page with one form, for any. */
export const notDone = ({ state: { refused } }: DeskContext, ...forms: readonly string[]): Html | false =>
  refused !== undefined &&
  (forms.length === 0 || forms.includes(refused.form)) &&
  html`<p class="refused" role="alert" ${heardFirst}>${refused.why}</p>`;

/**
 * Runs a change. Resolves to the reason if it is refused or cannot be read, to be shown next to the form. If
 * the page's own thing is gone, or the change is not permitted at all, throws: that has a page of its own.
 */
export async function whyNot(act: () => Promise<unknown>): Promise<Why | undefined> {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidFields) return error.problems.map(({ message }) => message).join(' ');
    if (error instanceof InvalidValue) return error.message;
    if (!(error instanceof Refused) || !isTold(error)) throw error;
    if (error instanceof EditOvertaken)
      return refusedPart({ refused: error.message, last: error.at && { at: error.at } });
    if (error instanceof KeyHeld && error.contactId)
      return html`${error.message} <a href="${contactPath(error.contactId)}">See that contact</a>`;
    if (error instanceof FollowUpOfOther)
      return refusedPart({ refused: error.message, last: error.followUp });
    if (error instanceof ChangedMeanwhile) return refusedPart({ refused: error.message, last: error.last });
    return error.message;
  }
}

const isTold = ({ reason }: Refused): boolean =>
  inForm.includes(reason) || (reason !== 'not-permitted' && !reason.startsWith('unknown-'));

interface WithTime {
  readonly refused: string;
  readonly last?: { readonly at: Date } | undefined;
  readonly followUp?: { readonly at: Date } | undefined;
}

/** The reason of a refusal, with the time of the change that is in the way. */
export function refusedPart({ refused, last, followUp }: WithTime): Html {
  const at = (last ?? followUp)?.at;
  return html`${refused}${at && html` (${timeOf(at)})`}`;
}
