import { leadStatuses } from '../../../../domain/lead-status.ts';
import { readMoveRows } from '../../spreadsheet/move-rows.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage } from '../page.ts';
import { apart } from '../people.ts';
import { movedText } from './lead-changes.ts';

const OURS = '';

const MAX_ROWS = 10_000;
const MAX_PROBLEMS_SHOWN = 100;

interface Line {
  readonly line: number;
}

interface Problem extends Line {
  readonly id?: string;
  readonly why: string;
}

/** Many leads moved at once, by rows pasted from a spreadsheet. */
export const movePages: DeskPages = (routes) => {
  routes.get('/leads/move', 'moveLeads', async (ctx) => {
    showPage(ctx, 'Move leads', await movePage(ctx));
  });

  routes.post('/leads/move', 'moveLeads', async (ctx) => {
    const { form, operator } = ctx.state;
    const rows = form.get('rows') ?? '';
    const vendor = form.get('vendor') || undefined;
    const idsAre = vendor ? 'the vendor’s' : 'ours';
    const { moves, malformed, tooMany } = readMoveRows(rows, { idsAre, most: MAX_ROWS });
    if (tooMany) return showOutcome(ctx, { told: TOO_MANY, problems: [], left: rows, isOtherId: false });
    const results = await operator.moveLeads({ moves, vendor });
    const problems: readonly Problem[] = [
      ...malformed.map(({ line, problem }) => ({ line, why: problem })),
      ...results.flatMap((result, at) =>
        'refused' in result ? [{ line: moves[at]?.line ?? 0, id: result.id, why: result.refused }] : [],
      ),
    ].toSorted((one, other) => one.line - other.line);
    const done = moves.filter((_, at) => !('refused' in (results[at] ?? {})));
    if (problems.length === 0 && done.length > 0) return goTo(ctx, '/', movedText(results));
    await showOutcome(ctx, {
      told: `${movedText(results)} ${problems.length === 0 ? 'There was no row to read.' : wrongRows(problems)}`,
      problems,
      left: withoutRecords(rows, done, problems),
      isOtherId: done.length === 0 && moves.length > 0 && !vendor,
    });
  });
};

const TOO_MANY = `Nothing was moved. At most ${counted(MAX_ROWS)} rows can be moved at once: send the others afterwards.`;

const wrongRows = ({ length }: readonly Problem[]): string =>
  `Rows that are wrong, which are below to be mended: ${length}.`;

function counted(count: number): string {
  return count.toLocaleString('en');
}

interface Outcome {
  readonly told: string;
  readonly problems: readonly Problem[];
  /** The rows that were not moved. */
  readonly left: string;
  /** Whether the ids may be a vendor's. */
  readonly isOtherId: boolean;
}

async function showOutcome(ctx: DeskContext, outcome: Outcome): Promise<void> {
  ctx.status = 409;
  showPage(ctx, 'Move leads', await movePage(ctx, outcome));
}

async function movePage({ state }: DeskContext, outcome?: Outcome): Promise<Html> {
  const vendors = await state.operator.nameVendors();
  const chosen = state.form.get('vendor') ?? OURS;
  const options = vendors.map(
    ({ id, name }) =>
      html`<option value="${id}" ${id === chosen && html`selected`}>those of ${name}</option>`,
  );
  return html`<div class="head"><h1>Move leads from a spreadsheet</h1></div>
${outcome && outcomePart(outcome)}
<form method="post" action="/leads/move" class="stack panel ask">
<label>The ids are
<select name="vendor"><option value="${OURS}">our own</option>${options}</select></label>
<label>Rows of id, status and, if there is one, the reason
<textarea name="rows" required rows="12" spellcheck="false"
 placeholder="A-1001,Quoted&#10;A-1002,Lost,bought elsewhere">\n${outcome?.left}</textarea></label>
<p class="soft">Copy the columns from the spreadsheet and paste them, or write commas between them.
A first row may name the columns in another order. A status is one of ${leadStatuses.join(', ')}.
A lead that is Won or Lost needs a reason to be opened again.</p>
<p><button class="primary">Move</button></p>
</form>`;
}

const outcomePart = ({ told, problems, isOtherId }: Outcome): Html => html`<div class="refused" role="alert">
<p>${told}${isOtherId && ' If the ids are a vendor’s own, choose the vendor first.'}</p>
<ul class="refusals">${problems.slice(0, MAX_PROBLEMS_SHOWN).map(problemItem)}</ul>
${problems.length > MAX_PROBLEMS_SHOWN && html`<p>And ${counted(problems.length - MAX_PROBLEMS_SHOWN)} more.</p>`}</div>`;

const problemItem = ({ line, id, why }: Problem): Html =>
  html`<li>Line ${line}${id !== undefined && html` (${apart(id)})`}: ${why}</li>`;

/** Leaves these records out of a pasted text; the others tell where one ends. */
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
