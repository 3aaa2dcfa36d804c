import type {
  AssignedLead,
  MovedLead,
} from '../../../../application/operators/ports/inbound/lead-change-use-cases.ts';
import { isFinal, type LeadStatus, leadStatuses } from '../../../../domain/intake/lead-status.ts';
import type { FollowUp } from '../../../../domain/work/activity.ts';
import type { SeenStatus } from '../../../../domain/work/move-deal.ts';
import { isSameAuthor, personWith } from '../../../../domain/work/person.ts';
import { listPath } from '../../operators/desk-paths.ts';
import { InvalidValue } from '../../operators/invalid-value.ts';
import { filterIn } from '../../operators/lead-filter.ts';
import { countOf, endedText } from '../../operators/lead-words.ts';
import { statusSince } from '../../operators/values.ts';
import { wordsOf } from '../change.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { fewNames } from '../few-names.ts';
import { type Html, html } from '../html.ts';
import { goTo, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { offerUndo } from '../undo.ts';
import { whileWaiting } from '../while-waiting.ts';
import { askFirst } from './ask-first.ts';
import { showNotAll } from './not-all.ts';

/** The changes of several leads that were selected in a list. */
export const leadChangePages: DeskPages = (routes) => {
  routes.post('/leads/change', 'moveLeads', async (ctx) => {
    const { form, operator } = ctx.state;
    const list = listPath('/', filterIn(new URLSearchParams(ctx.querystring)));
    const ids = [...new Set(form.getAll('lead'))];
    const to = statusOf(form);
    const owner = to ? undefined : await ownerOf(ctx);
    if (ids.length === 0 || (!to && !owner))
      return goTo(ctx, list, 'Nothing was changed: tick the leads first, then choose.');
    const seen = seenIn(form);
    const nameOf = ({ id }: { readonly id: string }): string => seen.get(id)?.name ?? id;
    const reason = form.get('reason') ?? undefined;
    const lostReason = (to === 'Lost' && form.get('lostReason')) || undefined;
    const moves = ids.map((id) => ({ id, reason, lostReason, seen: seen.get(id)?.status }));
    const sure = form.has('sure');
    if (to && isFinal(to)) {
      const lostReasons = to === 'Lost' ? await operator.nameLostReasons() : [];
      const asksWhy = lostReasons.length > 0 && !lostReason;
      const ends = sure ? [] : await promisesIn(ctx, to, moves, nameOf);
      if (asksWhy || (!sure && (ids.length > 1 || ends.length > 0)))
        return askFirst(ctx, { to, back: list, lostReasons, ends, names: ids.map((id) => nameOf({ id })) });
    }
    const leads = ids.map((id) => ({ id, seen: seen.get(id)?.owner }));
    const { results, why } = await whileWaiting<Result>(
      to
        ? await operator.moveLeads({ moves: moves.map((move) => ({ ...move, to })), endFollowUp: sure })
        : await operator.assignLeads({ leads, to: owner?.id }),
    );
    offerUndo(ctx, results, nameOf);
    const refused = results.filter((result) => 'refused' in result);
    const told = to
      ? [movedText(results, ` to ${to}`, nameOf), endedIn(ctx, results)].filter(Boolean).join(' ')
      : toldOf(results.filter(isDone), ` assigned to ${owner?.name}`, nameOf);
    if (refused.length === 0 && why === undefined) return goTo(ctx, list, told);
    const rest = ids.length - results.length;
    showNotAll(ctx, 'Not all were changed', {
      ...{ all: ids.length, rest, back: { path: list, name: 'Back to the list' } },
      told: rest > 0 ? `${told} For ${countOf(rest)} there was no time: tick them again.` : told,
      refused: refused.map((each) => [each, apart(nameOf(each))]),
    });
  });
};

/** What colleagues have promised, and would end with it. */
async function promisesIn(
  { state: { operator } }: DeskContext,
  to: LeadStatus,
  moves: readonly { readonly id: string; readonly seen?: SeenStatus | undefined }[],
  nameOf: (lead: { readonly id: string }) => string,
): Promise<readonly Html[]> {
  const ended: Html[] = [];
  const order = { moves: moves.map((move) => ({ ...move, to, reason: 'reopens' })), dryRun: true };
  for await (const group of await operator.moveLeads(order))
    for (const each of group)
      if ('refused' in each && each.followUp) {
        const { at, by = 'the owner' } = each.followUp;
        ended.push(html`<li>${by}: ${apart(nameOf(each))}, ${timeOf(at)}</li>`);
      }
  return ended;
}

/** The status that the pressed button names. */
export const statusOf = (form: URLSearchParams): LeadStatus | undefined =>
  leadStatuses.find((status) => status === form.get('move'));

/** An owner to be; without an id: nobody. */
interface Chosen {
  readonly id?: string;
  readonly name: string;
}

/** Whom the pressed button means; `undefined` if nobody was chosen. */
async function ownerOf({ state: { form, session, operator } }: DeskContext): Promise<Chosen | undefined> {
  const chosen = form.get('assign');
  if (chosen === 'nobody') return { name: 'nobody' };
  const id = chosen === 'me' ? session.person : chosen === 'person' && form.get('owner');
  return id ? personWith(id, await operator.namePeople()) : undefined;
}

type Result = MovedLead | AssignedLead;

const isDone = (result: Result): boolean => !('refused' in result);

/** Which were moved, and which stay as they are: the first few by their names, if there are some. */
export function movedText<R extends Result>(
  results: readonly R[],
  where = '',
  nameOf?: (result: R) => string,
): string {
  const done = results.filter((each): each is Extract<R, { status: LeadStatus }> => 'status' in each);
  const same = done.filter(({ from, status }) => from === status);
  const moved = done.filter(({ from, status }) => from !== status);
  return [
    toldOf(moved, ` moved${where}`, nameOf),
    same.length > 0 && toldOf(same, same.length === 1 ? ' stays as it is' : ' stay as they are', nameOf),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Of moves: the follow-ups of others that ended with them. */
export function endedIn(ctx: DeskContext, results: readonly Result[]): string {
  const { session } = ctx.state;
  const ended = results.flatMap((each) => ('was' in each && each.was.ended) || []);
  const isOwn = ({ by = '', byId }: FollowUp) =>
    isSameAuthor({ by, byId }, { by: session.name, byId: session.person });
  return endedText(
    ended.filter((each) => !isOwn(each)),
    wordsOf(ctx).time,
  );
}

/** `2 leads moved: Ada, Bob.` */
function toldOf<R extends Result>(
  results: readonly R[],
  what: string,
  nameOf?: (result: R) => string,
): string {
  const names = nameOf && results.length > 0 ? `: ${fewNames(results.map(nameOf))}` : '';
  return `${countOf(results.length)}${what}${names}.`;
}

/** What the rows of the list showed, by the id of the lead. Throws InvalidValue. */
const seenIn = (form: URLSearchParams) => new Map(form.getAll('seen').map(seenRow));

function seenRow(text: string) {
  try {
    const { id, name = id, statusSince: since, owner } = JSON.parse(text);
    const status = { since: statusSince(`${since}`) };
    return [String(id), { name: `${name}`, status, owner: { owner: owner ? `${owner}` : null } }] as const;
  } catch {
    throw new InvalidValue('This form cannot be read: open the list again.');
  }
}
