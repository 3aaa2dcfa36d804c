import type { Journal } from '../../../application/ports/outbound/journal.ts';

/** Keeps what `journal` throws from the request that it reports, whose lead may already be kept. */
export function guardedJournal(journal: Journal, warn: Journal['warn']): Journal {
  /** An asynchronous journal fits the port too: what it rejects with would end the process. */
  async function attempt(report: () => unknown): Promise<void> {
    try {
      await report();
    } catch (error) {
      warn(`The journal threw ${error instanceof Error ? error.name : typeof error}.`); // its message may quote anything
    }
  }
  return {
    served: (request) => void attempt(() => journal.served(request)),
    fault: (error, requestId) => void attempt(() => journal.fault(error, requestId)),
    warn: (message) => void attempt(() => journal.warn(message)),
  };
}
