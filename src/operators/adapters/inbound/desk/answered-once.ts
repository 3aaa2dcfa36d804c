import type { Digest } from '../../../../application/ports/outbound/runtime.ts';
import { Refused } from '../../../domain/refused.ts';
import type { DeskContext } from './desk-state.ts';

/** Milliseconds for which an answer is kept: a second click comes sooner, and it may show a secret. */
const KEPT = 60_000;
/** Bytes of all answers that are kept: each may be a page with many rows. */
const MOST_KEPT = 16 * 1024 * 1024;
/** Forms that are known again at once, by their digests. */
const MOST_KNOWN = 10_000;

type Answer = Pick<DeskContext, 'status' | 'body'> & { readonly headers: DeskContext['response']['headers'] };

interface Sent {
  /** `undefined` once there is no room for it. */
  answer: Promise<Answer> | undefined;
  size: number;
}

/** The field by which a form is told from the same one on another page. */
export const ONCE = 'once';

/** Names the order of a form to the store: another process that gets it, too, makes nothing else of it. */
export const onceOf = ({ path, state: { form, session } }: DeskContext): string | undefined =>
  form.has(ONCE) ? JSON.stringify([session.person, path, `${form}`]) : undefined;

/** Every form in the page is sent once, however often it is clicked: each page has a token of its own. */
export const withTokens = (page: string): string =>
  page.replace(
    /<form method="post"[^>]*>/g,
    `$&<input type="hidden" name="${ONCE}" value="${crypto.randomUUID()}">`,
  );

/**
 * Answers forms. What is posted again, by the same session and with the same token, does nothing again, and has the answer of
 * the first: a browser without scripts shows that of the second click alone.
 */
export function answeredOnce(digest: Digest) {
  const forms = new Map<string, Sent>();
  let size = 0;

  function forget(name: string): void {
    size -= forms.get(name)?.size ?? 0;
    forms.delete(name);
  }

  function keep(name: string, sent: Sent, { body }: Answer): void {
    if (forms.get(name) !== sent) return;
    sent.size = typeof body === 'string' ? 2 * body.length : 0; // as the engine may hold it
    size += sent.size;
    setTimeout(forget, KEPT, name).unref();
    while (size > MOST_KEPT) dropLargest();
  }

  /** The small ones, which may show a secret, stay. */
  function dropLargest(): void {
    const largest = [...forms.values()].reduce((one, other) => (other.size > one.size ? other : one));
    size -= largest.size;
    Object.assign(largest, { answer: undefined, size: 0 });
  }

  return async (ctx: DeskContext, act: () => Promise<void> | void): Promise<void> => {
    const { form, session } = ctx.state;
    if (!form.has(ONCE)) return act();
    const name = digest([session.text, ctx.url, form].join('\n'));
    const before = forms.get(name);
    if (before) return repeat(ctx, await before.answer);
    const answer = Promise.resolve(act()).then(() => answerOf(ctx));
    const sent = { answer, size: 0 };
    forms.set(name, sent);
    if (forms.size > MOST_KNOWN) forget(forms.keys().next().value ?? '');
    answer.then(
      (first) => keep(name, sent, first),
      () => forget(name), // what failed may be tried again
    );
    await answer;
  };
}

const answerOf = ({ status, body, response }: DeskContext): Answer => ({
  status,
  body,
  headers: { ...response.headers },
});

function repeat(ctx: DeskContext, answer: Answer | undefined): void {
  if (!answer) throw new Refused('made-before', 'This was sent twice, and done once: look at what it did.');
  ctx.body = answer.body;
  ctx.status = answer.status;
  ctx.set(answer.headers as Record<string, string | string[]>);
}
