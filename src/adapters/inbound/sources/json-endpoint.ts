import { isHeld } from '../../../application/ports/inbound/source.ts';
import { HttpError } from '../http/http-error.ts';
import type { Read } from './json/read-answers.ts';
import { provenBody } from './proof.ts';
import { loaded } from './readers.ts';

import { answerTo, contentTypeOf, type Endpoint, receiveAll, told } from './sender.ts';
import { sentText } from './sent-text.ts';

/**
 * Receives JSON, and forms, of programs. Answers 200 also for what is held: after anything else, some senders send it
 * again, or stop sending.
 */
export const jsonEndpoint: Endpoint = async (request, source, learned, useCases) => {
  const bytes = await provenBody(request, source, learned, useCases);
  const type = contentTypeOf(request);
  const { readAnswers } = await loaded.answers();
  const { leads, text, answer } = await readAnswers(bytes, type, source).catch((error) =>
    unreadable(error, sentText(bytes, type)),
  );
  const received = await receiveAll(useCases, source, leads, { text, declared: type || undefined });
  const [first] = received;
  const also = first && answer?.(isHeld(first) ? first.heldId : first.leadId);
  return { ...answerTo(received, { status: 200, also }), ...told(received) };
};

/** What cannot be read is held, too, as its sender has proved itself. */
function unreadable(error: unknown, text: string): Read {
  if (!(error instanceof HttpError)) throw error;
  const why = error.reason === 'too-many-values' ? 'too-large' : 'not-text';
  return { leads: [{ fields: {}, document: text, unreadable: why }], text };
}
