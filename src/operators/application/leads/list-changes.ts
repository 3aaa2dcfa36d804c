import type { Needs } from '../operator-ports.ts';
import type { ListChanges } from '../ports/inbound/lead-use-cases.ts';
import { LeadCursor } from './lead-cursor.ts';
import { listed, requireLimit } from './list-leads.ts';

const changes = { changes: true } as const;

export const makeListChanges =
  (ports: Needs<'leads' | 'clock' | 'answerGoal'>): ListChanges =>
  async ({ after, limit }) => {
    requireLimit(limit);
    const from = after ? LeadCursor.parse(after, 'changes') : LeadCursor.start('changes');
    const now = ports.clock();
    const found = await ports.leads.deals({ ...changes, after: from.after, limit: limit + 1 });
    const more = found.length > limit;
    const leads = listed(found.slice(0, limit), ports.answerGoal, now);
    return { leads, next: from.beyond(leads, more, now)?.text ?? from.text, more };
  };
