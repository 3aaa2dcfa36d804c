import { isHeld } from '../../../../application/ports/inbound/source.ts';
import { guardQuota } from '../../http/caller.ts';
import { FORM_LIMIT, HttpError } from '../../http/http-error.ts';
import { formAnswer, formRefusal } from '../form-answers.ts';
import { formPreflight, readersOf } from '../form-origins.ts';
import { lazily } from '../lazily.ts';
import { contentTypeOf, isKnown, type Kind, receiveAll, someBodyOf, told } from '../sender.ts';

const parser = lazily(() => import('../json/read-answers.ts'));

/** Forms of websites. Their address is public: it checks which page sends a form, and limits how often. */
export const form: Kind = {
  async endpoint(request, source, learned, useCases) {
    isKnown(learned, source);
    const readers = readersOf(request, source);
    learned.tellRefusal = formRefusal(request, readers);
    if (!readers) throw new HttpError('forbidden-origin');
    const quota = await useCases.takeQuota?.(source.id);
    if (quota) guardQuota(quota);
    const bytes = await someBodyOf(request, source);
    if (bytes.byteLength > FORM_LIMIT) throw new HttpError('form-too-large');
    const declared = contentTypeOf(request);
    const { readAnswers } = await parser();
    const { leads, text } = await readAnswers(bytes, declared, source);
    const received = await receiveAll(useCases, source, leads, { text, declared: declared || undefined });
    // A program that fills in the hidden field gets a person's answer.
    const seen = received.filter((each) => !isHeld(each) || each.why !== 'trapped');
    const answer = formAnswer(request, source, seen);
    return { ...answer, headers: { ...answer.headers, ...readers }, ...told(received) };
  },

  preflight: formPreflight,
  read: async (...sent) => (await parser()).readUnlabelled(...sent),
};
