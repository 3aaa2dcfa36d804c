import { isHeld, type Received } from '../../../application/ports/inbound/source.ts';
import type { TakeQuota } from '../../../application/ports/outbound/quota.ts';
import type { Source } from '../../../domain/source.ts';
import { guardQuota } from '../http/caller.ts';
import { HttpError } from '../http/http-error.ts';
import type { HttpRequest, HttpResponse } from '../http/message.ts';
import { onlyValue } from '../http/sent-headers.ts';
import { isTrapped, readForm } from './form.ts';
import { readFormBody } from './form-body.ts';
import {
  answerTo,
  bodyOf,
  contentTypeOf,
  type Endpoint,
  isKnown,
  receiveAll,
  told,
  wordsOf,
} from './sender.ts';

/** Receives forms of websites. Their address is public: it checks which page sends a form, and limits how often. */
export const makeFormEndpoint =
  (takeQuota: TakeQuota | undefined): Endpoint =>
  async (request, source, learned, useCases) => {
    isKnown(learned, source);
    const origin = allowedOrigin(request, source);
    const quota = await takeQuota?.(source.id);
    if (quota) guardQuota(quota);
    const pairs = await readFormBody(await bodyOf(request, source), contentTypeOf(request));
    const lead = readForm(pairs, source.fields);
    // A program that fills in the hidden field gets a person's answer, and nothing is kept.
    const received = isTrapped(pairs) ? [] : await receiveAll(useCases, source, [lead], lead.document);
    const answer = wantsJson(request) ? answerTo(received) : pageAfter(source, received[0]);
    return { ...answer, headers: { ...answer.headers, ...crossOrigin(origin) }, ...told(received) };
  };

/**
 * The origin to allow in the answer: browsers say which page sends a form. Throws HttpError if the source lists
 * others.
 */
function allowedOrigin(request: HttpRequest, { origins }: Source): string | undefined {
  const origin = onlyValue(request, 'origin');
  if (origins.length > 0 && !(origin && origins.includes(origin))) throw new HttpError('forbidden-origin');
  return origins.length > 0 ? origin : '*';
}

const crossOrigin = (origin = '*') => ({ 'access-control-allow-origin': origin, vary: 'origin' });

/** Whether the sender is a script: with `fetch` it asks for JSON, or at least for no HTML. */
const wantsJson = (request: HttpRequest): boolean => {
  const accepted = `${request.header('accept') ?? ''}`;
  return /\bapplication\/json\b/i.test(accepted) || !/\btext\/html\b/i.test(accepted);
};

const page = (status: number, title: string, text: string): HttpResponse => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  },
  body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`,
});

/** The page that a browser shows after a form: thanks, or what is wrong. */
function pageAfter({ thanks }: Source, received: Received | undefined): HttpResponse {
  if (received && isHeld(received)) {
    const { message } = wordsOf(received) as { readonly message: string };
    return page(
      202,
      'Received',
      `A person will read what you sent, because something is not as it should be: ${message}.`,
    );
  }
  if (thanks) return { status: 303, headers: { location: thanks, 'cache-control': 'no-store' }, body: '' };
  return page(200, 'Thank you', 'We have received what you sent.');
}
