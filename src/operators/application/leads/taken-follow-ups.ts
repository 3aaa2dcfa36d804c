import { DAY_MS } from '../../domain/day.ts';
import { type Acting, authorIn, takenFrom } from '../../domain/work/follow-up.ts';
import type { Author } from '../../domain/work/person.ts';
import type { WorkedDeal } from '../../domain/work/worked-deal.ts';
import { auditedEach } from '../audited.ts';
import type { Needs } from '../operator-ports.ts';
import type { RecordedEntry } from '../ports/outbound/audit-log.ts';
import type { DealOutcome, DealSummary } from '../ports/records.ts';

/** A follow-up of this person that somebody else ended or moved. */
export interface TakenFollowUp extends Author {
  /** When they ended or moved it. */
  readonly at: Date;
  /** `undefined` if the lead is gone. */
  readonly lead: DealSummary | undefined;
  readonly from: Date;
  /** The new time; `undefined`: the follow-up ended. */
  readonly to: Date | undefined;
}

const action = 'follow-up.take';

/** A follow-up's time, as the audit log writes it. */
export const followUpPart = ({ followUp }: Pick<WorkedDeal, 'followUp'>): string | null =>
  followUp?.at.toISOString() ?? null;

/** Records the follow-ups that these changes ended or moved although somebody else had promised them. */
export async function recordTaken(
  ports: Needs<'audit' | 'randomBytes'>,
  outcomes: readonly DealOutcome[],
  acting: Acting,
): Promise<void> {
  const actions = outcomes.flatMap((outcome) => {
    if (!outcome || 'refused' in outcome) return [];
    const { before, after } = outcome;
    const taken = takenFrom(before, after, acting);
    const [from, to] = [before, after].map(followUpPart);
    return taken ? [{ action, on: taken.whose ?? before.id, lead: before.id, from, to } as const] : [];
  });
  if (actions.length === 0) return;
  const { at, ...author } = authorIn(acting);
  await auditedEach(
    ports,
    { author, at, actions },
    async () => {},
    () => ({ outcome: 'done' }),
  );
}

/** How long, and how many, are shown to the person who had promised them. */
const TOLD_MS = 14 * DAY_MS;
const MOST_TOLD = 20;

/**
 * Resolves to follow-ups of the person with these ids that others ended or moved, the latest first, until the
 * person has looked at the lead or worked on it.
 */
export async function readTaken(
  { audit, leads }: Needs<'audit' | 'leads'>,
  ids: readonly string[],
  now: Date,
): Promise<readonly TakenFollowUp[]> {
  const query = { action, since: new Date(now.getTime() - TOLD_MS), limit: MOST_TOLD } as const;
  const entries = (await Promise.all(ids.map((on) => audit.entries({ ...query, on })))).flat();
  const latest = [...Map.groupBy(entries, ({ lead }) => lead)].flatMap(([id, [entry]]) =>
    id !== undefined && entry ? [{ id, entry }] : [],
  );
  const isSeen = async ({ id, entry }: { readonly id: string; readonly entry: RecordedEntry }) => {
    const since = new Date(entry.at.getTime() + 1);
    return (await audit.entries({ on: id, by: { ids }, since, limit: 1 })).length > 0;
  };
  const seen = await Promise.all(latest.map(isSeen));
  const unseen = latest.filter((_, n) => !seen[n]);
  if (unseen.length === 0) return [];
  const found = await leads.deals({ matching: unseen.map(({ id }) => ({ id })), limit: unseen.length });
  return unseen
    .map(({ id, entry: { at, by, byId, from, to } }) => ({
      at,
      by,
      byId,
      lead: found.find((each) => each.id === id),
      from: new Date(from ?? at),
      to: to ? new Date(to) : undefined,
    }))
    .filter(({ lead, from }) => {
      const { byId = '', at } = lead?.followUp ?? {};
      return !(ids.includes(byId) && at?.getTime() === from.getTime()); // somebody has set it again
    });
}
