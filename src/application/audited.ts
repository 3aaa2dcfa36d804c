import { operatorName } from '../domain/operator-name.ts';
import { Refused } from '../domain/refused.ts';
import { newId } from './new-id.ts';
import type { AuditEntry, AuditLog, AuditOutcome } from './ports/outbound/audit-log.ts';
import type { Clock, RandomBytes } from './ports/outbound/runtime.ts';
import { StoreUnavailable } from './ports/outbound/store.ts';

export interface AuditPorts {
  readonly audit: Pick<AuditLog, 'begin' | 'end'>;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

/** What an operator sets out to do. */
type Action = Omit<AuditEntry, 'id' | 'at' | 'by'>;

/**
 * Records the action in the audit log, runs `act` with the name of who acts, then records the outcome. If the action
 * cannot be recorded first, `act` does not run. Throws Refused if `by` is no name, and what `act` throws.
 */
export const audited = <T>(
  ports: AuditPorts,
  { by, ...action }: Action & { readonly by: string },
  act: (by: string) => Promise<T>,
): Promise<T> =>
  auditedEach(ports, { by: operatorName(by), at: ports.clock(), actions: [action] }, act, () => 'done');

/** The same for actions that are carried out together; each has the outcome that `outcomeOf` finds in what `act` returns. */
export async function auditedEach<T>(
  { audit, randomBytes }: Omit<AuditPorts, 'clock'>,
  { by, at, actions }: Pick<AuditEntry, 'by' | 'at'> & { readonly actions: readonly Action[] },
  act: (by: string) => Promise<T>,
  outcomeOf: (done: T, at: number) => AuditOutcome,
): Promise<T> {
  const ids = actions.map(() => newId('aud', randomBytes));
  await audit.begin(actions.map((action, n) => ({ id: ids[n] ?? '', at, ...action, by })));
  try {
    const done = await act(by);
    await ended((n) => outcomeOf(done, n));
    return done;
  } catch (error) {
    // After StoreUnavailable the work may or may not have been done, so the entries are left without an outcome.
    if (!(error instanceof StoreUnavailable)) await ended(() => outcomeAfter(error));
    throw error;
  }

  async function ended(outcomeAt: (n: number) => AuditOutcome): Promise<void> {
    const idsByOutcome = Map.groupBy(ids, (_, n) => outcomeAt(n));
    try {
      for (const [outcome, ended] of idsByOutcome) await audit.end(ended, outcome);
    } catch {
      // Ignored: the work is done, and its result (a key shown only once) must not be lost.
    }
  }
}

/** How an action ended that threw this. */
export const outcomeAfter = (error: unknown): AuditOutcome =>
  error instanceof Refused ? 'refused' : 'failed';

/** Records that somebody is shown what stands here; nothing is shown if that cannot be recorded. Throws as `audited`. */
export const looked = (ports: AuditPorts, look: Action & { readonly by: string }): Promise<void> =>
  audited(ports, look, async () => {});
