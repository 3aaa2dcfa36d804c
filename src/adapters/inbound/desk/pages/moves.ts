import { mayAct } from '../../../../domain/desk-role.ts';
import { leadStatuses } from '../../../../domain/lead-status.ts';
import { Refused } from '../../../../domain/refused.ts';
import { readMoveRows } from '../../spreadsheet/move-rows.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage } from '../page.ts';
import { apart } from '../people.ts';
import { movedText } from './lead-changes.ts';

const OURS = '';

interface Line {
  readonly line: number;
}

interface Problem extends Line {
  readonly id?: string;
  readonly why: string;
}

/** Many leads moved at once, by rows pasted from a spreadsheet. */
export const movePages: DeskPages = (router) => {
  router.get('/leads/move', async (ctx) => {
    if (!mayAct(ctx.state.session.role, 'sales'))
      throw new Refused('not-permitted', 'Only sales or an admin may do this.');
    showPage(ctx, 'Move leads', await movePage(ctx));
  });

  router.post('/leads/move', async (ctx) => {
    const { form, operator, session } = ctx.state;
    const rows = form.get('rows') ?? '';
    const vendor = form.get('vendor') || undefined;
    const { moves, malformed } = readMoveRows(rows, vendor ? 'the vendor’s' : 'ours');
    const results = await operator.moveLeads({ moves, vendor, by: session.name });
    const problems: readonly Problem[] = [
      ...malformed.map(({ line, problem }) => ({ line, why: problem })),
      ...results.flatMap((result, at) =>
        'refused' in result ? [{ line: moves[at]?.line ?? 0, id: result.id, why: result.refused }] : [],
      ),
    ].toSorted((one, other) => one.line - other.line);
    const done = moves.filter((_, at) => !('refused' in (results[at] ?? {})));
    if (problems.length === 0 && done.length > 0) return goTo(ctx, '/', movedText(results));
    ctx.status = 409;
    const left = withoutRecords(rows, done, problems);
    const isOtherId = done.length === 0 && moves.length > 0 && !vendor;
    showPage(ctx, 'Move leads', await movePage(ctx, { told: movedText(results), problems, left, isOtherId }));
  });
};

interface Outcome {
  readonly told: string;
  readonly problems: readonly Problem[];
  /** The rows that were not moved. */
  readonly left: string;
  /** Whether the ids may be a vendor's. */
  readonly isOtherId: boolean;
}

async function movePage({ state }: DeskContext, outcome?: Outcome): Promise<Html> {
  const vendors = await state.operator.listVendors();
  const chosen = state.form.get('vendor') ?? OURS;
  return html`<div class="head"><h1>Move leads from a spreadsheet</h1></div>
${outcome && outcomePart(outcome)}
<form method="post" action="/leads/move" class="stack panel ask">
<label>The ids are <select name="vendor"><option value="${OURS}">our own</option>${vendors.map(
    ({ id, name }) =>
      html`<option value="${id}" ${id === chosen && html`selected`}>those of ${name}</option>`,
  )}</select></label>
<label>Rows of id, status and, if there is one, the reason <textarea name="rows" required rows="12" spellcheck="false" placeholder="A-1001,Quoted&#10;A-1002,Lost,bought elsewhere">${outcome?.left}</textarea></label>
<p class="soft">Copy the columns from the spreadsheet and paste them, or write commas between them. A first row may name the columns in another order. A status is one of ${leadStatuses.join(', ')}. A lead that is Won or Lost needs a reason to be opened again.</p>
<p><button class="primary">Move</button></p>
</form>`;
}

const outcomePart = ({ told, problems, isOtherId }: Outcome): Html => html`<div class="refused" role="alert">
<p>${told} ${
  problems.length === 0
    ? 'There was no row to read.'
    : `Rows that are wrong, which are below to be mended: ${problems.length}.`
}${isOtherId && ' If the ids are a vendor’s own, choose the vendor first.'}</p>
<ul class="refusals">${problems.map(
  ({ line, id, why }) => html`<li>Line ${line}${id !== undefined && html` (${apart(id)})`}: ${why}</li>`,
)}</ul></div>`;

/** Of a pasted text, all but these records; the others tell where one ends. */
function withoutRecords(text: string, records: readonly Line[], others: readonly Line[]): string {
  const gone = new Map(others.map(({ line }) => [line, false]));
  for (const { line } of records) gone.set(line, true);
  let isGone = false;
  const isKept = (_: string, at: number) => {
    isGone = gone.get(at + 1) ?? isGone;
    return !isGone;
  };
  return text
    .split(/\r\n?|\n/)
    .filter(isKept)
    .join('\n');
}
