import { Refused } from '../domain/refused.ts';
import { newId } from './new-id.ts';
import type { AuditLog, OperatorAction, RandomBytes } from './ports/back-office.ts';
import type { Clock } from './ports/outbound.ts';

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
  try {
    const done = await act();
    await audit.end(id, 'done');
    return done;
  } catch (error) {
    await audit.end(id, error instanceof Refused ? 'refused' : 'failed').catch(() => {}); // `begun` tells enough
    throw error;
  }
}
