import { isHeld } from '../../../../application/ports/inbound/source.ts';
import type { Source } from '../../../../domain/sources/source.ts';
import { unreadLead } from '../../../../domain/sources/source-lead.ts';
import { HttpError } from '../../http/http-error.ts';
import type { Read } from '../json/read-answers.ts';
import { provenBody } from '../proof.ts';
import { answerTo, contentTypeOf, type Kind, lazily, receiveAll, sentText, told } from '../sender.ts';

const parser = lazily(() => import('../json/read-answers.ts'));

/** JSON, and forms, of programs. */
export const json: Kind = {
  /** Takes a request, and answers it with 200, also if it is held: after another status, some senders repeat it, or stop sending. */
  async endpoint(request, source, learned, useCases) {
    const bytes = await provenBody(request, source, learned, useCases);
    const type = contentTypeOf(request);
    const { readAnswers } = await parser();
    const { leads, text, answer } = await readAnswers(bytes, type, namesIn(source)).catch((error) =>
      unread(error, sentText(bytes, type)),
    );
    const received = await receiveAll(useCases, source, leads, { text, declared: type || undefined });
    const [first] = received;
    const also = first && answer?.(isHeld(first) ? first.heldId : first.leadId);
    return { ...answerTo(received, { status: 200, also }), ...told(received) };
  },

  read: async (bytes, text, source) => (await parser()).readUnlabelled(bytes, text, namesIn(source)),
};

/** What a program calls its fields. It has no trap. */
const namesIn = ({ fields }: Source) => ({ fields, trap: '' });

/** What cannot be read is held, too, as its sender has proved itself. */
function unread(error: unknown, text: string): Read {
  if (!(error instanceof HttpError)) throw error;
  const why = error.reason === 'too-many-values' ? 'too-large' : 'not-text';
  return { leads: [unreadLead(text, why)], text };
}
