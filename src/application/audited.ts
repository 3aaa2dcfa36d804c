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

/**
 * Records the action in the audit log, runs `act` with the name of who acts, then records the outcome. If the action
 * cannot be recorded first, `act` does not run. Throws Refused if `by` is no name, and what `act` throws.
 */
export async function audited<T>(
  { audit, clock, randomBytes }: AuditPorts,
  action: Omit<AuditEntry, 'id' | 'at'>,
  act: (by: string) => Promise<T>,
): Promise<T> {
  const id = newId('aud', randomBytes);
  const by = operatorName(action.by);
  await audit.begin({ id, at: clock(), ...action, by });
  try {
    const done = await act(by);
    await ended('done');
    return done;
  } catch (error) {
    // After StoreUnavailable the work may or may not have been done, so the entry is left without an outcome.
    if (!(error instanceof StoreUnavailable)) await ended(error instanceof Refused ? 'refused' : 'failed');
    throw error;
  }

  async function ended(outcome: AuditOutcome): Promise<void> {
    try {
      await audit.end(id, outcome);
    } catch {
      // Ignored: the work is done, and its result (a key shown only once) must not be lost.
    }
  }
}

/** Records that somebody is shown what stands here; nothing is shown if that cannot be recorded. Throws as `audited`. */
export const looked = (ports: AuditPorts, look: Omit<AuditEntry, 'id' | 'at'>): Promise<void> =>
  audited(ports, look, async () => {});
