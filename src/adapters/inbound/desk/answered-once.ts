import type { DeskContext } from './desk-state.ts';

/** Milliseconds for which an answer is kept: a second click comes sooner, and it may show a secret. */
const KEPT = 60_000;
/** Answers kept at once: each may be a page with many rows. */
const MOST_KEPT = 200;

type Answer = Pick<DeskContext, 'status' | 'body'> & { readonly headers: DeskContext['response']['headers'] };

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
export function answeredOnce() {
  const kept = new Map<string, Promise<Answer>>();

  return async (ctx: DeskContext, answer: () => Promise<void> | void): Promise<void> => {
    const { form, session } = ctx.state;
    if (!form.has(ONCE)) return answer();
    const name = [session.text, ctx.url, form].join('\n');
    const before = kept.get(name);
    if (before) return repeat(ctx, await before);
    const first = Promise.resolve(answer()).then(() => ({
      status: ctx.status,
      body: ctx.body,
      headers: { ...ctx.response.headers },
    }));
    kept.set(name, first);
    const forget = () => void kept.delete(name);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    first.then(() => setTimeout(forget, KEPT).unref(), forget); // what failed may be tried again
    await first;
  };
}

function repeat(ctx: DeskContext, { status, body, headers }: Answer): void {
  ctx.body = body;
  ctx.status = status;
  ctx.set(headers as Record<string, string | string[]>);
}
