import type { MovedLead } from '../../../../application/ports/inbound/operator.ts';
import { type LeadStatus, leadStatuses } from '../../../../domain/lead-status.ts';
import { nameOf } from '../../../../domain/name.ts';
import { leadPath, listPath } from '../../operators/desk-paths.ts';
import { filterIn } from '../../operators/lead-filter.ts';
import { countOf } from '../../operators/leads.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage } from '../page.ts';
import { apart } from '../people.ts';
import { whyNot } from '../why-not.ts';

/** The changes of several leads that were selected in a list. */
export const leadChangePages: DeskPages = (routes) => {
  routes.post('/leads/change', 'moveLeads', async (ctx) => {
    const { form } = ctx.state;
    const list = listPath('/', filterIn(new URLSearchParams(ctx.querystring)));
    const ids = [...new Set(form.getAll('lead'))];
    const to = statusOf(form);
    const owner = ownerOf(ctx);
    if (ids.length === 0 || (!to && !owner))
      return goTo(ctx, list, 'Nothing was changed: tick the leads first, then choose.');
    const results = to ? await moveAll(ctx, ids, to) : await assignAll(ctx, ids, owner?.name);
    const refused = results.filter((result) => 'refused' in result);
    const done = to
      ? movedText(results, ` to ${to}`)
      : `${countOf(results.length - refused.length)} assigned to ${owner?.name ?? 'nobody'}.`;
    if (refused.length === 0) return goTo(ctx, list, done);
    const names = await Promise.all(refused.map(({ id }) => whoseLead(ctx, id)));
    showPage(
      ctx,
      'Not all were changed',
      html`<div class="head"><h1>${refused.length} of ${results.length} leads stay as they are</h1></div>
<p>${done} <a href="${list}">Back to the list</a></p>
<ul class="panel refusals">${refused.map(
        ({ id, refused: why }, at) => html`<li><a href="${leadPath(id)}">${names[at]}</a>: ${why}</li>`,
      )}</ul>`,
    );
  });
};

/** The status that the pressed button names. */
export const statusOf = (form: URLSearchParams): LeadStatus | undefined =>
  leadStatuses.find((status) => status === form.get('move'));

/** Whom the pressed button names; a `name` that is `undefined`: nobody. */
export function ownerOf({
  state: { form, session },
}: DeskContext): { readonly name: string | undefined } | undefined {
  const chosen = form.get('assign');
  if (chosen === 'me') return { name: session.name };
  if (chosen === 'nobody') return { name: undefined };
  return chosen === 'name' ? { name: form.get('owner')?.trim() ?? '' } : undefined;
}

/** How many were moved, and how many had to stay what they were. */
export function movedText(results: readonly Result[], where = ''): string {
  const done = results.flatMap((result) => ('from' in result ? result : []));
  const same = done.filter(({ from, status }) => from === status).length;
  const moved = `${countOf(done.length - same)} moved${where}.`;
  return same > 0 ? `${moved} ${countOf(same)} had this status already.` : moved;
}

type Result = MovedLead | { readonly id: string };

async function moveAll(
  { state }: DeskContext,
  ids: readonly string[],
  to: LeadStatus,
): Promise<readonly Result[]> {
  const reason = state.form.get('reason') ?? undefined;
  const moves = ids.map((id) => ({ id, to, reason }));
  return state.operator.moveLeads({ moves });
}

async function assignAll({ state }: DeskContext, ids: readonly string[], to: string | undefined) {
  const results: Result[] = [];
  for (const id of ids) {
    const refused = await whyNot(() => state.operator.assignLead({ leadId: id, to }));
    results.push(refused === undefined ? { id } : { id, refused });
  }
  return results;
}

async function whoseLead({ state }: DeskContext, leadId: string): Promise<Html> {
  try {
    const { deal } = await state.operator.showLead({ leadId });
    return apart(deal.customer ? nameOf(deal.customer) : leadId);
  } catch {
    return apart(leadId);
  }
}
