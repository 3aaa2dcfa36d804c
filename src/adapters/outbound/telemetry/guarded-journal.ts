import type { Journal } from '../../../application/ports/outbound/journal.ts';

/** Keeps what `journal` throws from the request that it reports, whose lead may already be kept. */
export function guardedJournal(journal: Journal, warn: Journal['warn']): Journal {
  function attempt(report: () => void): void {
    try {
      report();
    } catch (error) {
      warn(`The journal threw ${error instanceof Error ? error.name : typeof error}.`); // its message may quote anything
    }
  }
  return {
    served: (request) => attempt(() => journal.served(request)),
    fault: (error, requestId) => attempt(() => journal.fault(error, requestId)),
    warn: (message) => attempt(() => journal.warn(message)),
  };
}
