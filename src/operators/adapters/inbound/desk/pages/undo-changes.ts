import type {
  AssignedLead,
  MovedLead,
  WordsBack,
} from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { countOf, leadName, sentences } from '../../presentation/lead-words.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { localPath } from '../local-path.ts';
import { goTo } from '../page.ts';
import { apart } from '../reach.ts';
import { isChanged, partsIn } from '../undo.ts';
import { whileWaiting } from '../while-waiting.ts';
import { movedText } from './change-leads.ts';
import { whoseLead } from './move-words.ts';
import { showNotAll } from './not-all.ts';

const MOST_SHOWN = 50;

/** Undoes changes where leads still stand as they were changed. */
export const undoPages: DeskPages = (routes) => {
  routes.post('/leads/undo', 'undoChanges', undo);
};

async function undo(ctx: DeskContext): Promise<void> {
  const { form, operator } = ctx.state;
  const parts = partsIn(form.get('parts') ?? '');
  const { results, why } = await whileWaiting(await operator.undoChanges({ at: parts.map(({ at }) => at) }));
  const back = localPath(form.get('back'));
  if (why) ctx.state.undo = { parts, names: [], from: undefined };
  const refused = results.filter((result) => 'refused' in result);
  const told = sentences(
    undoneText(results),
    why && `Then ${why}: press Undo again for the others.`,
    refused.length > MOST_SHOWN && `Of those that stay as they are, the first ${MOST_SHOWN} are below.`,
  );
  if (results.length === 0) return goTo(ctx, back, 'Nothing was taken back: none of it is yours.');
  if (refused.length === 0) return goTo(ctx, back, told);
  const shown = refused.slice(0, MOST_SHOWN);
  showNotAll(ctx, 'Not all were taken back', {
    all: results.length,
    rest: refused.length - shown.length,
    told,
    back: { path: back, name: 'Back to where you were' },
    refused: shown.map((each) => [each, apart(leadName(each.lead))]),
  });
}

type Undone = MovedLead | AssignedLead | WordsBack;

/** A sentence on what was undone: moves, then owners, then words. */
function undoneText(results: readonly Undone[]): string {
  const moved = results.filter((each): each is MovedLead => 'status' in each);
  const owners = results.filter((each) => 'owner' in each).filter(isChanged);
  const nobodys = owners.filter(({ owner }) => owner === undefined).length;
  const given = owners.length - nobodys;
  const words = results.filter((each) => 'wordsBack' in each).length;
  const promises = results.filter((each) => 'promiseBack' in each).length;
  return (
    sentences(
      moved.length > 0 && movedText(moved, ' back', whoseLead),
      given > 0 && `${countOf(given)} assigned back.`,
      nobodys > 0 && `${countOf(nobodys)} ${nobodys === 1 ? 'is' : 'are'} nobody’s now.`,
      words > 0 && `Struck: what you wrote down${words === 1 ? '' : ` of ${countOf(words)}`}.`,
      promises > 0 && `When next is as it was before${promises === 1 ? '' : ` for ${countOf(promises)}`}.`,
    ) || 'Nothing was taken back.'
  );
}
