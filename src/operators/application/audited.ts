import { ascendingId } from '../../application/new-id.ts';
import { StoreUnavailable } from '../../application/ports/outbound/store.ts';
import { Refused } from '../domain/refused.ts';
import type { Author } from '../domain/work/person.ts';
import { authorOf } from './known-people.ts';
import type { Needs } from './operator-ports.ts';
import type { By } from './ports/order.ts';
import type { AuditEnd, AuditEntry, AuditOutcome } from './ports/outbound/audit-log.ts';

/** The ports that recording an action needs. */
export type AuditPorts = Needs<'audit' | 'clock' | 'randomBytes'>;

/** An action that an operator sets out to do. */
type Action = Omit<AuditEntry, 'id' | 'at' | keyof Author>;

/**
 * Records the action in the audit log, runs `act`, then records the outcome. If the action cannot be recorded first,
 * `act` does not run. Throws Refused if `by` is no name, and what `act` throws.
 */
export async function audited<T>(
  ports: AuditPorts,
  { by, ...action }: Action & { readonly by: By },
  act: () => Promise<T>,
): Promise<T> {
  const author = authorOf(by);
  const order = { author, at: ports.clock(), actions: [action] };
  return auditedEach(ports, order, act, () => ({ outcome: 'done' }));
}

/**
 * Does the same for actions that are carried out together. `endOf` finds each one's outcome in what `act`
 * returns.
 */
export async function auditedEach<T>(
  { audit, randomBytes }: Pick<AuditPorts, 'audit' | 'randomBytes'>,
  { author, at, actions }: { author: Author; at: Date; actions: readonly Action[] },
  act: () => Promise<T>,
  endOf: (done: T, at: number) => AuditEnd,
): Promise<T> {
  const ids = actions.map(() => ascendingId('aud', randomBytes));
  await audit.begin(actions.map((action, n) => ({ id: ids[n] ?? '', at, ...author, ...action })));
  try {
    const done = await act();
    await ended((n) => endOf(done, n));
    return done;
  } catch (error) {
    // After StoreUnavailable the work may or may not have been done, so the entries are left without an outcome.
    if (!(error instanceof StoreUnavailable)) await ended(() => ({ outcome: outcomeAfter(error) }));
    throw error;
  }

  async function ended(endAt: (n: number) => AuditEnd): Promise<void> {
    const idsByEnd = Map.groupBy(ids, (_, n) => JSON.stringify(endAt(n)));
    try {
      for (const [end, ended] of idsByEnd) await audit.end(ended, JSON.parse(end));
    } catch {
      // Ignored: the work is done, and its result (a key shown only once) must not be lost.
    }
  }
}

/** The outcome of an action that threw this error. */
export const outcomeAfter = (error: unknown): AuditOutcome =>
  error instanceof Refused ? 'refused' : 'failed';

/** Records that somebody looks at this. If that cannot be recorded, nothing may be shown. Throws as `audited`. */
export const looked = (ports: AuditPorts, look: Action & { readonly by: By }): Promise<void> =>
  audited(ports, look, async () => {});
