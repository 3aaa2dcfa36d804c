import type { MovedLead } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import type { FollowUp } from '#operators/domain/work/activity.ts';
import { authorName, type NamedPerson, personName } from '#operators/domain/work/person.ts';
import { leadStatuses } from '../../../../../domain/lead-status.ts';
import { leadPath, listPath } from '../../presentation/desk-paths.ts';
import { filterIn } from '../../presentation/lead-filter.ts';
import { leadName } from '../../presentation/lead-words.ts';
import { planField } from '../ask.ts';
import type { DeskContext } from '../desk-state.ts';
import { type Html, heardFirst, html, required } from '../html.ts';
import { listTable } from '../list-table.ts';
import { options } from '../options.ts';
import { showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { lostReasonField } from './change-leads.ts';
import { statusMark } from './lead-list.ts';

/** A row, by the number of its first line. */
export interface Line {
  readonly line: number;
}

export interface Problem extends Line {
  readonly of?: Html;
  readonly why: Html | string;
}

/** What the store keeps of a sheet while somebody looks at it. The rows themselves stay in the page. */
export interface SheetPlan {
  /** The digest of the rows, with whose ids they are. */
  readonly of: string;
  /** Since when each row’s lead has had the status that was shown, in milliseconds, if the rows are to be confirmed. */
  readonly seen?: readonly (number | null)[];
  /** The reason of rows that become Lost without one. */
  readonly lostReason?: string | undefined;
  /** What the order has moved so far. */
  readonly parts?: string;
}

/** A row that is moved. */
export type Moved = Extract<MovedLead, { readonly from: unknown }>;

/** Rows that were not all moved. */
interface Left {
  readonly told: string;
  readonly problems: readonly Problem[];
  /** The text of the rows that were not moved. */
  readonly left: string;
  /** What is kept for the next try, if anything. */
  readonly plan?: Omit<SheetPlan, 'of'> | undefined;
}

/** The state of somebody's rows. */
export type Sheet =
  | { readonly is: 'new' }
  /** Nothing is moved yet. */
  | (Left & {
      readonly is: 'asked';
      readonly asksWhyLost: boolean;
      readonly moved: readonly Moved[];
      /** Whether each row's id is shown beside its lead. */
      readonly showsIds: boolean;
    })
  /** Some rows are left because moving takes long, or because they are wrong: then, the ids may be a vendor's own. */
  | (Left & {
      readonly is: 'stopped' | 'refused';
      readonly anyMoved: boolean;
      readonly perhapsTheirs?: boolean;
    });

const OURS = '';
const MAX_SHOWN = 100;

export const counted = (count: number): string => count.toLocaleString('en');

/** Answers with the page of a sheet: what became of its rows, and the form with those that are left. */
export async function showSheet(ctx: DeskContext, sheet: Sheet): Promise<void> {
  const { form, operator } = ctx.state;
  const [vendors, lostReasons, people] = await Promise.all([
    operator.nameVendors(),
    operator.nameLostReasons(),
    operator.namePeople(),
  ]);
  const chosen = form.get('vendor') ?? OURS;
  const theirs = vendors.map(({ id, name }) => [id, `those of ${name}`] as const);
  const plan = sheet.is !== 'new' && sheet.plan;
  if (sheet.is !== 'new') ctx.status = 409;
  showPage(
    ctx,
    'Move leads',
    html`<div class="head"><h1>Move leads from a spreadsheet</h1></div>
${sheet.is !== 'new' && outcomePart(sheet)}
${sheet.is === 'asked' && movesTable(sheet, people)}
<form method="post" action="${listPath('/leads/move', filterIn(ctx.state.query))}" class="stack panel ask">
<label>The ids are
<select name="vendor">${options([[OURS, 'our own'], ...theirs], chosen)}</select></label>
<label>Rows of id, status and, if there is one, the reason
<textarea name="rows" ${required} rows="12" spellcheck="false"
 placeholder="A-1001,Quoted&#10;A-1002,Lost,${lostReasons[0]?.words ?? 'bought elsewhere'}">\n${sheet.is !== 'new' && sheet.left}</textarea></label>
<p class="soft">Copy the columns from the spreadsheet and paste them, or write commas between them.
A first row may name the columns in another order. A status is one of ${leadStatuses.join(', ')}.
A lead that is Won or Lost needs a reason to be opened again.${
      lostReasons.length > 0 &&
      ` The reason of one that is Lost, or a column lostReason, may be: ${lostReasons.map(({ words }) => words).join(', ')}.`
    }</p>
${sheet.is === 'asked' && sheet.asksWhyLost && lostReasonField(lostReasons, { chosen: null, none: 'nobody knows', isNeeded: false })}
<p><button class="primary">${buttons[sheet.is]}</button></p>
${plan && (await planField(ctx, { of: digestOf(ctx, chosen, sheet.left), ...plan }))}</form>`,
  );
}

const buttons: Readonly<Record<Sheet['is'], string>> = {
  new: 'Move',
  refused: 'Move',
  asked: 'Move them',
  stopped: 'Go on',
};

/** The digest of rows, however a browser ends their lines. */
export const digestOf = ({ state: { digest } }: DeskContext, vendor: string, rows: string): string =>
  digest(JSON.stringify([vendor, rows.split(/\r\n?|\n/)]));

function outcomePart(sheet: Exclude<Sheet, { is: 'new' }>): Html {
  const { told, problems } = sheet;
  const look = sheet.is === 'asked' ? 'note' : sheet.anyMoved ? 'warning' : 'refused';
  const isTheirs = sheet.is === 'refused' && sheet.perhapsTheirs;
  return html`<div class="${look}" role="alert" ${heardFirst}>
<p>${told}${isTheirs && ' If the ids are a vendor’s own, choose the vendor first.'}</p>
<ul class="refusals">${problems.slice(0, MAX_SHOWN).map(problemItem)}</ul>
${problems.length > MAX_SHOWN && html`<p>And ${counted(problems.length - MAX_SHOWN)} more.</p>`}</div>`;
}

/** A table of moves: from where to where, whose lead, and who changed it last. */
const movesTable = (
  { moved, showsIds }: Extract<Sheet, { is: 'asked' }>,
  people: readonly NamedPerson[],
): Html =>
  html`${listTable(moved.slice(0, MAX_SHOWN), {
    columns: {},
    shown: [
      ...(showsIds ? [{ head: 'Id', html: ({ id }: Moved) => apart(id) }] : []),
      {
        head: 'Lead',
        html: ({ leadId, was: { customer } }) =>
          html`<a href="${leadPath(leadId)}">${apart(leadName({ customer }))}</a>`,
      },
      { head: 'From', html: ({ from }) => statusMark(from) },
      { head: 'To', html: ({ status }) => statusMark(status) },
      {
        head: 'Owner',
        html: ({ was: { owner } }) => owner !== undefined && apart(personName(owner, people)),
      },
      {
        head: 'Moved last',
        html: ({ was: { last } }) => last && html`${apart(authorName(last, people))}, ${timeOf(last.at)}`,
      },
      { head: 'Ends the follow-up', html: ({ was: { ended } }) => ended && promiseEnded(ended, people) },
    ],
  })}
${moved.length > MAX_SHOWN && html`<p>And ${counted(moved.length - MAX_SHOWN)} more.</p>`}`;

const promiseEnded = ({ at, by, byId }: FollowUp, people: readonly NamedPerson[]): Html =>
  html`${timeOf(at)}${by !== undefined && html`, ${apart(authorName({ by, byId }, people))}`}`;

const problemItem = ({ line, of, why }: Problem): Html =>
  html`<li>Line ${line}${of && html` (${of})`}: ${why}</li>`;
