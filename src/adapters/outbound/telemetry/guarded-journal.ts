import type { Journal } from '../../../application/ports/outbound/journal.ts';
import { kindOf } from './log-fields.ts';

/** Keeps what `journal` throws from the request that it reports, whose lead may already be kept. */
export function guardedJournal(journal: Journal, warn: Journal['warn']): Journal {
  function attempt(report: () => unknown): void {
    try {
      const reported = report();
      // An asynchronous journal fits the port too: what it rejects with would end the process.
      if (reported !== undefined) Promise.resolve(reported).catch(failed);
    } catch (error) {
      failed(error);
    }
  }
  const failed = (error: unknown): void => warn(`The journal threw ${kindOf(error)}.`);
  return {
    served: (request) => attempt(() => journal.served(request)),
    fault: (error, requestId) => attempt(() => journal.fault(error, requestId)),
    warn: (message) => attempt(() => journal.warn(message)),
  };
}
