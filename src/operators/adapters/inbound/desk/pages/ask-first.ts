import type { LeadStatus } from '../../../../../domain/lead-status.ts';
import type { LostReason } from '../../../../domain/work/lost-reason.ts';
import { countOf } from '../../presentation/lead-words.ts';
import { ONCE } from '../answered-once.ts';
import type { DeskContext } from '../desk-state.ts';
import { fewNames } from '../few-names.ts';
import { type Html, html } from '../html.ts';
import { showPage } from '../page.ts';
import { lostReasonField } from './lost-reason-field.ts';

interface Ending {
  readonly names: readonly string[];
  readonly to: LeadStatus;
  /** The address to go back to. */
  readonly back: string;
  /** The reasons to choose from; empty if the reason is not asked. */
  readonly lostReasons: readonly LostReason[];
  /** Follow-ups of colleagues that the change ends. */
  readonly ends?: readonly Html[];
}

/** Fields that the asking page sets itself. */
const askedAnew: readonly string[] = ['move', 'lostReason', 'sure', ONCE];

/** Asks before several leads are Won or Lost, which ends them and is told to vendors; and why leads are lost. */
export function askFirst(ctx: DeskContext, { names, to, back, lostReasons, ends = [] }: Ending): void {
  const { form } = ctx.state;
  const fields = [...form].filter(([name]) => !askedAnew.includes(name));
  const [one] = names;
  const whose = names.length === 1 && one ? one : countOf(names.length);
  showPage(
    ctx,
    `${whose} to ${to}?`,
    html`<div class="head"><h1>Move ${whose} to ${to}?</h1></div>
${names.length > 1 && html`<p>${fewNames(names)}</p>`}
${ends.length > 0 && html`<div class="warning"><p>This also ends what colleagues have promised:</p><ul>${ends}</ul></div>`}
<form method="post" action="${ctx.url}" class="panel ask">
${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="hidden" name="sure" value="1">
${lostReasonField(lostReasons, { chosen: form.get('lostReason'), none: 'Choose why', required: true })}
<p class="line"><button class="primary" name="move" value="${to}">Move ${whose} to ${to}</button>
<a class="button" href="${back}">Leave ${names.length === 1 ? 'it as it is' : 'them as they are'}</a></p></form>`,
  );
}
