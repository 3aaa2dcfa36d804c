import type { Journal } from '../../../application/ports/outbound/journal.ts';

/** Passes every call on to several journals. */
export const allJournals = (...journals: readonly Journal[]): Journal => ({
  served: (request) => journals.forEach((journal) => void journal.served(request)),
  fault: (error, requestId) => journals.forEach((journal) => void journal.fault(error, requestId)),
  warn: (message) => journals.forEach((journal) => void journal.warn(message)),
});
