import { Refused } from '../domain/refused.ts';
import { newId } from './new-id.ts';
import type { AuditLog, OperatorAction, RandomBytes } from './ports/back-office.ts';
import { type Clock, StoreUnavailable } from './ports/outbound.ts';

export interface AuditPorts {
  readonly audit: AuditLog;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
}

export interface Deed {
  readonly by: string;
  readonly action: OperatorAction;
  readonly on: string;
}

/** Does the deed between two lines of the audit log: one that it is begun, one how it ended. */
export async function audited<T>(
  { audit, clock, randomBytes }: AuditPorts,
  deed: Deed,
  act: () => Promise<T>,
): Promise<T> {
  const id = newId('aud', randomBytes);
  await audit.begin({ id, at: clock(), ...deed });
  const done = await act().catch(async (error) => {
    // A store that did not answer may have done it: then the log does not know either.
    if (!(error instanceof StoreUnavailable)) await ended(error instanceof Refused ? 'refused' : 'failed');
    throw error;
  });
  await ended('done');
  return done;

  /** The deed stands whether or not this can be written, and so does what came of it: a key that is shown once. */
  function ended(outcome: Parameters<AuditLog['end']>[1]): Promise<void> {
    return audit.end(id, outcome).catch(() => {});
  }
}
