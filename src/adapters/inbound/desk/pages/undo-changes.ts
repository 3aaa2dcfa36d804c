import type {
  AssignedLead,
  MovedLead,
} from '../../../../application/operators/ports/inbound/lead-change-use-cases.ts';
import { nameOf } from '../../../../domain/intake/name.ts';
import { presentCustomer } from '../../../../domain/work/deal.ts';
import { countOf } from '../../operators/lead-words.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import type { Html } from '../html.ts';
import { localPath } from '../local-path.ts';
import { goTo } from '../page.ts';
import { apart } from '../reach.ts';
import { isChanged, partsIn } from '../undo.ts';
import { whileWaiting } from '../while-waiting.ts';
import { movedText } from './change-leads.ts';
import { showNotAll } from './not-all.ts';

/** Each name that is looked up is a look at a customer. */
const MOST_NAMED = 50;

/** Changes are taken back where they still stand. */
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
  const told = [
    undoneText(results),
    why && `Then ${why}: press Undo again for the others.`,
    refused.length > MOST_NAMED && `Of those that stay as they are, the first ${MOST_NAMED} are below.`,
  ]
    .filter(Boolean)
    .join(' ');
  if (results.length === 0) return goTo(ctx, back, 'Nothing was taken back: none of it is yours.');
  if (refused.length === 0) return goTo(ctx, back, told);
  const named = refused
    .slice(0, MOST_NAMED)
    .map(async (each) => [each, await whoseLead(ctx, each.id)] as const);
  showNotAll(ctx, 'Not all were taken back', {
    ...{ all: results.length, rest: refused.length - named.length, told },
    back: { path: back, name: 'Back to where you were' },
    refused: await Promise.all(named),
  });
}

function undoneText(results: readonly (MovedLead | AssignedLead)[]): string {
  const assigned = results.filter((each) => 'owner' in each);
  if (assigned.length === 0) return movedText(results, ' back');
  return `${countOf(assigned.filter(isChanged).length)} assigned back.`;
}

async function whoseLead({ state }: DeskContext, leadId: string): Promise<Html> {
  try {
    const { deal } = await state.operator.showLead({ leadId });
    const customer = presentCustomer(deal);
    return apart(customer ? nameOf(customer) : leadId);
  } catch {
    return apart(leadId);
  }
}
