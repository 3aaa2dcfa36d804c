import type { Journal } from '../../../application/ports/outbound/journal.ts';
import { kindOf } from './log-fields.ts';

/** Catches what `journal` throws, so that no request fails because it could not be logged. */
export function guardedJournal(journal: Journal, warn: Journal['warn']): Journal {
  function attempt(report: () => unknown): void {
    try {
      const reported = report();
      // An `async` function fits the port's type too; without a handler, its rejection would end the process.
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
