import type { LostReason } from '#operators/domain/work/lost-reason.ts';
import type { LeadStatus } from '../../../../../domain/lead-status.ts';
import { isBlank } from '../../../../../domain/text.ts';
import { countOf } from '../../presentation/lead-words.ts';
import { ask } from '../ask.ts';
import type { DeskContext } from '../desk-state.ts';
import { fewNames } from '../few-names.ts';
import { type Html, html } from '../html.ts';
import { lostReasonField } from './lost-reason-field.ts';

interface Ending {
  readonly names: readonly string[];
  readonly to: LeadStatus;
  /** The address to go back to. */
  readonly back: string;
  /** The reasons to choose from; empty if the reason is not asked. */
  readonly lostReasons: readonly LostReason[];
  /** Follow-ups of colleagues that the change ends. */
  readonly ends: readonly Html[];
  readonly plan: unknown;
}

/** Fields with words that somebody typed: they stay in the page. */
const typed = { text: 'What was said or done', reason: 'Reason' } as const;

/** Asks before several leads are Won or Lost, which ends them and is told to vendors; and why leads are lost. */
export function askFirst(
  ctx: DeskContext,
  { names, to, back, lostReasons, ends, plan }: Ending,
): Promise<void> {
  const { form } = ctx.state;
  const [one] = names;
  const whose = names.length === 1 && one ? one : countOf(names.length);
  const words = Object.entries(typed).filter(([name]) => !isBlank(form.get(name) ?? ''));
  return ask(ctx, {
    title: `${whose} to ${to}?`,
    asks: `Move ${whose} to ${to}?`,
    says: html`${names.length > 1 && html`<p>${fewNames(names)}</p>`}
${ends.length > 0 && html`<div class="warning"><p>This also ends what colleagues have promised:</p><ul>${ends}</ul></div>`}
${lostReasonField(lostReasons, { chosen: form.get('lostReason'), none: 'Choose why', isNeeded: true })}
${form.has('name') && html`<input type="hidden" name="name" value="${form.get('name') ?? ''}">`}
${words.map(([name, label]) => html`<label>${label} <textarea name="${name}" rows="2">\n${form.get(name) ?? ''}</textarea></label>`)}`,
    button: html`<button class="primary" name="move" value="${to}">Move ${whose} to ${to}</button>`,
    leave: { path: back, name: `Leave ${names.length === 1 ? 'it as it is' : 'them as they are'}` },
    plan,
  });
}
