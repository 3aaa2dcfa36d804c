import { type HeldReceipt, isHeld, type Received } from '../../../application/ports/inbound/source.ts';
import type { InvalidLead, Problem } from '../../../domain/invalid-lead.ts';
import type { Source } from '../../../domain/sources/source.ts';
import { errorResponse } from '../http/error-response.ts';
import { HttpError } from '../http/http-error.ts';
import type { HttpRequest, HttpResponse } from '../http/message.ts';
import { answerTo, contentTypeOf } from './sender.ts';

/** Whether a script sends the form: with `fetch` it asks for JSON, or at least for no HTML. */
const isScript = (request: HttpRequest): boolean => {
  const accepted = `${request.header('accept') ?? ''}`;
  return /\bapplication\/json\b/i.test(accepted) || !/\btext\/html\b/i.test(accepted);
};

/** Answers a form that was received. Nothing received is answered as what was kept. */
export const formAnswer = (
  request: HttpRequest,
  source: Source,
  received: readonly Received[],
): HttpResponse =>
  isScript(request) ? answerTo(received, { words: customerWords }) : pageAfter(source, received[0]);

/** Answers a browser that has sent a form: with thanks, or with what a person will look into. */
function pageAfter({ thanks }: Source, received: Received | undefined): HttpResponse {
  if (received && isHeld(received)) {
    const words = customerWords(received);
    const again = words && ` If you can, go back and send it again: ${words}`;
    return page(202, 'Received', `A person will read what you sent.${again}`);
  }
  if (thanks)
    return {
      status: 303,
      headers: { location: new URL(thanks).href, 'cache-control': 'no-store' },
      body: '',
    };
  return page(200, 'Thank you', 'We have received what you sent.');
}

/** Words for a customer at a form: which fields to give or mend. Empty if they can mend nothing. */
const customerWords = ({ problems }: HeldReceipt): string => problems.map(wordsFor).filter(Boolean).join(' ');

function wordsFor({ field, reason }: Problem): string {
  if (reason === 'contact-missing') return 'Please give an email address or a phone number.';
  if (reason === 'too-long') return 'Please write less.';
  switch (field) {
    case 'firstName':
      return 'Please give your name.';
    case 'email':
      return 'Please check the email address.';
    case 'phone':
      return 'Please check the phone number: it needs ten digits.';
    default:
      return '';
  }
}

/** Writes refusals of forms: a page for a browser, JSON for a script. `headers`: with which pages may read them. */
export const formRefusal =
  (request: HttpRequest, headers: Readonly<Record<string, string>> = {}) =>
  (refusal: HttpError | InvalidLead): HttpResponse => {
    const json = errorResponse(refusal);
    const isForm = /^\s*(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(
      contentTypeOf(request),
    );
    const answer =
      isScript(request) || !isForm
        ? json
        : page(json.status, 'Not received', whatToDo(refusal, json), json.headers);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };

function whatToDo(refusal: HttpError | InvalidLead, { status, headers }: HttpResponse): string {
  if (status >= 500) return 'It could not be kept just now. Please go back, and send it again in a minute.';
  const what = refusal instanceof HttpError ? refusal.reason : undefined;
  switch (what) {
    case 'forbidden-origin':
      return 'This page may not send the form. Please call or write instead. Who keeps the page: its site has to be named where the form’s source is opened, and the page has to let browsers name it.';
    case 'too-many-requests':
      return `Too many forms came at once. Please go back, and send it again in ${headers['retry-after']} seconds.`;
    case 'file-in-form':
      return 'It has a file, which is not accepted here. Please go back, and send it without the file.';
    case 'body-too-large':
    case 'form-too-large':
    case 'too-many-values':
      return 'It is too long. Please go back, and send less.';
    case 'request-timeout':
      return 'It did not arrive completely. Please go back, and send it again.';
    default:
      return 'The form could not be read. Please call or write instead.';
  }
}

const page = (
  status: number,
  title: string,
  text: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  status,
  headers: {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  },
  body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p></html>`,
});
