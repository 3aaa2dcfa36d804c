import { type Fields, fieldsOn, readFields } from '../presentation/fields.ts';
import type { Words } from '../presentation/operation.ts';
import { operationWith } from '../presentation/operations.ts';
import { dayAndHourText } from '../presentation/time-words.ts';
import { onceOf } from './answered-once.ts';
import type { DeskContext, DeskRoutes } from './desk-state.ts';
import { goTo } from './page.ts';
import { withWhyNot } from './why-not.ts';

export interface Change {
  /** What the operation is about is named last: `:id`. */
  readonly path: string;
  /** Answers with a question, if one comes first. */
  readonly asks?: (ctx: DeskContext) => Promise<boolean>;
  /** Whom the sentence is about, on a page that does not say it. */
  readonly about?: (ctx: DeskContext) => string | undefined;
  /** The page that says what was done. */
  readonly back?: (ctx: DeskContext, answer: never) => string;
  /** In its place: answers with what is shown only once. */
  readonly shown?: (ctx: DeskContext, answer: never) => Promise<void> | void;
  /** Answers with the page of the form, which has `notDone`. */
  readonly again: (ctx: DeskContext) => Promise<void>;
  /** What the form says, if its fields are others than those of the operation. Throws InvalidValue. */
  readonly given?: (ctx: DeskContext) => object | Promise<object>;
}

/** A form that does what an operation does: it is read by the same fields, and followed by the same sentence. */
export function change(
  routes: DeskRoutes,
  id: string,
  { path, asks, about, back, shown, again, given }: Change,
): void {
  const { body, needs, run, said } = operationWith(id);
  routes.post(path, needs, async (ctx) => {
    const { operator, session, now, zone } = ctx.state;
    const fields = fieldsOn(body, { clock: () => now, timeZone: zone });
    const part = () => Object.values(ctx.params).at(-1) ?? '';
    if (await asks?.(ctx)) return;
    return withWhyNot(ctx, id, again, async () => {
      const read = readFields(fields, given ? await given(ctx) : filledIn(ctx.state.form, fields));
      const once = onceOf(ctx);
      const call = { operator, me: session.person, now, zone, part, query: {}, body: read, once };
      const answer = (await run(call)) as never;
      if (shown) return shown(ctx, answer);
      const whose = about?.(ctx);
      const told = said?.(answer, wordsOf(ctx));
      goTo(ctx, back?.(ctx, answer) ?? '/', whose ? `${whose}: ${told}` : told);
    });
  });
}

/** An empty field says null: nothing, or what null says. */
const filledIn = (form: URLSearchParams, fields: Fields): object =>
  Object.fromEntries(
    Object.keys(fields).flatMap((name) => (form.has(name) ? [[name, form.get(name) || null]] : [])),
  );

export const wordsOf = ({ state: { zone, now, form } }: DeskContext): Words => ({
  time: (at) => dayAndHourText(at, now, zone),
  the: (kind) => form.get('name') || `The ${kind}`,
});
