import { Refused } from '#operators/domain/refused.ts';
import type { Digest } from '../../../../application/ports/outbound/runtime.ts';
import type { DeskContext } from './desk-state.ts';

/** Milliseconds for which an answer is kept: a second click comes sooner, and the answer may show a secret. */
const KEPT = 60_000;
/** The most bytes of all kept answers: each may be a page with many rows. */
const MOST_KEPT = 16 * 1024 * 1024;
/** The most forms, by their digests, that are recognised when they come again. */
const MOST_KNOWN = 10_000;

type Answer = Pick<DeskContext, 'status' | 'body'> & { readonly headers: DeskContext['response']['headers'] };

interface Sent {
  /** The form's answer; `undefined` once there is no room for it. */
  answer: Promise<Answer> | undefined;
  size: number;
}

/** The field that tells a form from the same form on another page. */
export const ONCE = 'once';

/** The name of a form's order for the store, by which another process that gets the same form makes nothing new. */
export const onceOf = ({ path, state: { form, session } }: DeskContext): string | undefined =>
  form.has(ONCE) ? JSON.stringify([session.person, path, `${form}`]) : undefined;

/** Gives each form in a page a token of its own, so that it is carried out once, however often it is clicked. */
export const withTokens = (page: string): string =>
  page.replace(
    /<form method="post"[^>]*>/g,
    `$&<input type="hidden" name="${ONCE}" value="${crypto.randomUUID()}">`,
  );

/**
 * Carries out each form once. If a session posts a form with the same token again, nothing is done and the
 * first answer is given: a browser without scripts shows only the answer to the second click.
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

  /** Drops the largest answer. Small ones, which may show a secret, stay. */
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
      () => forget(name), // a failed form may be tried again
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
