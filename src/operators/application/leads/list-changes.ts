import type { Needs } from '../operator-ports.ts';
import { LeadCursor } from './lead-cursor.ts';
import { type LeadPage, listed, requireLimit } from './list-leads.ts';

const changes = { changes: true } as const;

/**
 * Lists a page of all leads, in the order in which they were received or last changed. A caller who follows
 * `next` sees each lead again after each change. `next` is always there and repeats the last minute, because a
 * change may be written after a later one. A change is missed only if it was written more than a minute late.
 */
export type ListChanges = (query: {
  /** `next` of the previous page. Empty or absent: from the beginning. */
  readonly after?: string | undefined;
  /** 1 or more. */
  readonly limit: number;
}) => Promise<LeadPage & { readonly next: string }>;

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
