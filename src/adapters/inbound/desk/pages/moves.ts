import type { MovedLead } from '../../../../application/operators/ports/inbound/lead-changes.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../domain/intake/lead-status.ts';
import { listPath } from '../../operators/desk-paths.ts';
import { filterIn, type LeadFilter } from '../../operators/lead-filter.ts';
import { countOf } from '../../operators/lead-words.ts';
import { readMoveRows } from '../../spreadsheet/move-rows.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage } from '../page.ts';
import { apart } from '../people.ts';
import { offerUndo, partsIn, partsText } from '../undo.ts';
import { type DoneMeanwhile, whileWaiting } from '../while-waiting.ts';
import { refusedPart } from '../why-not.ts';
import { movedText } from './lead-changes.ts';
import { lostReasonField } from './lost-reason-field.ts';

const OURS = '';

/** A sheet knows leads by their ids. */
const idOf = ({ id }: { readonly id: string }): string => id;

/** Which of the leads somebody looked at before, and looks at again. */
const listBehind = ({ querystring }: DeskContext): LeadFilter => filterIn(new URLSearchParams(querystring));

const MAX_ROWS = 10_000;
const MAX_PROBLEMS_SHOWN = 100;

interface Line {
  readonly line: number;
}

interface Problem extends Line {
  readonly id?: string;
  readonly why: Html | string;
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
    const { moves: read, malformed, tooMany } = readMoveRows(rows, { idsAre, most: MAX_ROWS });
    if (tooMany) return showOutcome(ctx, { told: TOO_MANY, problems: [], left: rows });
    const lostReason = form.get('lostReason') || undefined;
    const moves = read.map((row) => (isLostWithoutWhy(row) ? { ...row, lostReason } : row));
    const problemsOf = (results: readonly MovedLead[]): readonly Problem[] =>
      [
        ...malformed.map(({ line, problem }) => ({ line, why: problem })),
        ...results.flatMap((result, at) =>
          'refused' in result
            ? [{ line: moves[at]?.line ?? 0, id: result.id, why: refusedPart(result) }]
            : [],
        ),
      ].toSorted((one, other) => one.line - other.line);

    if (!form.has('sure')) {
      const planned = await whileWaiting(
        await operator.moveLeads({ moves, vendor, imported: true, dryRun: true }),
      );
      const asksWhyLost =
        lostReason === undefined &&
        (await operator.nameLostReasons()).length > 0 &&
        planned.results.some((result, at) => isMoved(result) && isLostWithoutWhy(moves[at]));
      if (asksWhyLost || isMuch(planned.results)) {
        const told = plannedText(planned, malformed.length, moves.length);
        return showOutcome(ctx, {
          ...{ told, problems: problemsOf(planned.results), left: rows, isBefore: true },
          ...{ sure: 'Move them', asksWhyLost },
        });
      }
    }

    const { results, why } = await whileWaiting(await operator.moveLeads({ moves, vendor, imported: true }));
    const parts = offerUndo(ctx, results, idOf, partsIn(form.get('parts') ?? ''));
    const problems = problemsOf(results);
    const done = moves.filter((_, at) => results[at] && !('refused' in results[at]));
    const remaining = moves.slice(results.length);
    if (problems.length === 0 && done.length > 0 && remaining.length === 0)
      return goTo(ctx, listPath('/', listBehind(ctx)), movedText(results, '', idOf));
    const told = [
      movedText(results, '', idOf),
      why && remaining.length > 0 && remainingText(why, remaining.length),
      problems.length > 0 && wrongRows(problems),
      moves.length + problems.length === 0 && 'There was no row to read.',
    ];
    await showOutcome(ctx, {
      told: told.filter(Boolean).join(' '),
      problems,
      isPartly: results.some(isMoved),
      left: withoutRecords(rows, done, [...problems, ...remaining]),
      isOtherId: done.length === 0 && remaining.length === 0 && moves.length > 0 && !vendor,
      sure: why && remaining.length > 0 ? 'Go on' : undefined,
      parts: partsText(parts),
    });
  });
};

type Moved = Extract<MovedLead, { readonly from: unknown }>;

const isMoved = (each: MovedLead): each is Moved => 'from' in each && each.from !== each.status;

const isLostWithoutWhy = (move: { to: LeadStatus; lostReason?: string | undefined } | undefined): boolean =>
  move?.to === 'Lost' && move.lostReason === undefined;

/** More than this many moves are shown in numbers first. */
const MANY = 20;

/** Whether it is to be asked for first. */
const isMuch = (planned: readonly MovedLead[]): boolean => {
  const moved = planned.filter(isMoved);
  return moved.length > MANY || moved.filter(({ status }) => isFinal(status)).length > 1;
};

function plannedText({ results, why }: DoneMeanwhile<MovedLead>, malformed: number, rows: number): string {
  const moved = results.filter(isMoved).map(({ status }) => status);
  const each = leadStatuses.flatMap((status) => {
    const count = moved.filter((to) => to === status).length;
    return count > 0 ? [`${counted(count)} to ${status}`] : [];
  });
  const refused = results.filter((result) => 'refused' in result).length;
  const same = results.length - moved.length - refused;
  return [
    why && `Of the first ${counted(results.length)} of ${counted(rows)} rows:`,
    `This moves ${countOf(moved.length)}: ${each.join(', ')}.`,
    same > 0 && `${countOf(same)} ${same === 1 ? 'stays as it is' : 'stay as they are'}.`,
    refused + malformed > 0 && `Rows that are refused, which are below: ${counted(refused + malformed)}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const remainingText = (why: NonNullable<DoneMeanwhile<MovedLead>['why']>, count: number): string =>
  why === 'it takes long'
    ? `This takes long. Rows that remain, which are below: ${counted(count)}. Nothing goes on until you say so.`
    : `Then the store did not answer. Of the rows below, ${counted(count)} remain; the first of them may have been moved, which does no harm if you go on.`;

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
  readonly isOtherId?: boolean;
  /** What the button says that moves them without asking again. */
  readonly sure?: string | undefined;
  /** Whether some rows make leads Lost and do not say why. */
  readonly asksWhyLost?: boolean;
  /** Whether it says what would become of the rows. */
  readonly isBefore?: boolean;
  /** Whether some of the leads were moved. */
  readonly isPartly?: boolean;
  /** What was moved so far of the same order. */
  readonly parts?: string;
}

async function showOutcome(ctx: DeskContext, outcome: Outcome): Promise<void> {
  ctx.status = 409;
  showPage(ctx, 'Move leads', await movePage(ctx, outcome));
}

async function movePage(ctx: DeskContext, outcome?: Outcome): Promise<Html> {
  const { state } = ctx;
  const [vendors, lostReasons] = await Promise.all([
    state.operator.nameVendors(),
    state.operator.nameLostReasons(),
  ]);
  const lostReason = state.form.get('lostReason') ?? '';
  const chosen = state.form.get('vendor') ?? OURS;
  const options = vendors.map(
    ({ id, name }) =>
      html`<option value="${id}" ${id === chosen && html`selected`}>those of ${name}</option>`,
  );
  return html`<div class="head"><h1>Move leads from a spreadsheet</h1></div>
${outcome && outcomePart(outcome)}
<form method="post" action="${listPath('/leads/move', listBehind(ctx))}" class="stack panel ask">
<label>The ids are
<select name="vendor"><option value="${OURS}">our own</option>${options}</select></label>
<label>Rows of id, status and, if there is one, the reason
<textarea name="rows" required rows="12" spellcheck="false"
 placeholder="A-1001,Quoted&#10;A-1002,Lost,bought elsewhere">\n${outcome?.left}</textarea></label>
<p class="soft">Copy the columns from the spreadsheet and paste them, or write commas between them.
A first row may name the columns in another order. A status is one of ${leadStatuses.join(', ')}.
A lead that is Won or Lost needs a reason to be opened again.${
    lostReasons.length > 0 &&
    ` A column lostReason says why a lead is lost: ${lostReasons.map(({ words }) => words).join(', ')}.`
  }</p>
${
  outcome?.asksWhyLost
    ? lostReasonField(lostReasons, { chosen: null, none: 'nobody knows', required: false })
    : outcome?.sure !== undefined &&
      lostReason !== '' &&
      html`<input type="hidden" name="lostReason" value="${lostReason}">`
}
<p>${
    outcome?.sure === undefined
      ? html`<button class="primary">Move</button>`
      : html`<button class="primary" name="sure" value="1">${outcome.sure}</button>`
  }</p>
${outcome?.parts && html`<input type="hidden" name="parts" value="${outcome.parts}">`}
</form>`;
}

const outcomePart = ({
  told,
  problems,
  isOtherId,
  isBefore,
  isPartly,
}: Outcome): Html => html`<div class="${isBefore ? 'note' : isPartly ? 'warning' : 'refused'}" role="alert">
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
