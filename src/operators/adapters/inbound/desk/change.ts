import { type RefusalReason, Refused } from '#operators/domain/refused.ts';
import { EditOvertaken, KeyHeld } from '#operators/domain/work/contact-edit.ts';
import { FollowUpOfOther } from '#operators/domain/work/follow-up.ts';
import { ChangedMeanwhile } from '#operators/domain/work/worked-deal.ts';
import { contactPath } from '../presentation/desk-paths.ts';
import { InvalidFields } from '../presentation/field-problems.ts';
import { type Fields, fieldsOn, readFields } from '../presentation/fields.ts';
import { InvalidValue } from '../presentation/invalid-value.ts';
import type { Words } from '../presentation/operation.ts';
import { operationWith } from '../presentation/operations.ts';
import { confirmedText } from '../presentation/time-words.ts';
import { onceOf } from './answered-once.ts';
import type { DeskContext, DeskRoutes, Why } from './desk-state.ts';
import { type Html, heardFirst, html } from './html.ts';
import { goTo, timeOf } from './page.ts';

export interface Change {
  /** The form's address. It ends in the id of the thing: `:id`. */
  readonly path: string;
  /** Answers with a question if one must be asked first. Resolves to whether it did. */
  readonly asks?: (ctx: DeskContext) => Promise<boolean>;
  /** The name of the person or thing in the sentence, for pages that do not show it. */
  readonly about?: (ctx: DeskContext) => string | undefined;
  /** The address of the page that reports the result. */
  readonly back?: (ctx: DeskContext, answer: never) => string;
  /** Answers with a result that is shown only once, instead of leading back. */
  readonly shown?: (ctx: DeskContext, answer: never) => Promise<void> | void;
  /** Answers with the page of the form, where `notDone` says why the change was refused. */
  readonly again: (ctx: DeskContext) => Promise<void>;
  /** Reads the form's fields, if they differ from the operation's. Throws InvalidValue. */
  readonly given?: (ctx: DeskContext) => object | Promise<object>;
}

/**
 * Registers a form that carries out an operation: it is read by the operation's fields, and reported by its
 * sentence.
 */
export const change = (routes: DeskRoutes, id: string, { path, ...how }: Change): void =>
  routes.post(path, operationWith(id).needs, changeBy(id, how));

/** Handles a form of this operation, at any address. */
export function changeBy(id: string, { asks, about, back, shown, again, given }: Omit<Change, 'path'>) {
  const { body, run, said } = operationWith(id);
  return async (ctx: DeskContext): Promise<void> => {
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
      const told = said?.(answer, await wordsBeside(ctx, answer));
      goTo(ctx, back?.(ctx, answer) ?? '/', whose ? `${whose}: ${told}` : told);
    });
  };
}

/** A form's values. An empty field counts as null. */
const filledIn = (form: URLSearchParams, fields: Fields): object =>
  Object.fromEntries(
    Object.keys(fields).flatMap((name) => (form.has(name) ? [[name, form.get(name) || null]] : [])),
  );

/** Words that say of a time which the answer has set whether nobody is there then. */
async function wordsBeside(
  ctx: DeskContext,
  answer: { readonly followUpAt?: Date; readonly followUp?: { readonly at: Date } },
): Promise<Words> {
  const words = wordsOf(ctx);
  const set = answer.followUp?.at ?? answer.followUpAt;
  if (!set || !ctx.state.may('findOpenTimes')) return words;
  const [open = set] = await ctx.state.operator.findOpenTimes({ times: [set] });
  const isClosed = (at: Date) => at.getTime() === set.getTime() && open > at;
  return { ...words, time: (at) => `${words.time(at)}${isClosed(at) ? ', when nobody is there' : ''}` };
}

export const wordsOf = ({ state: { zone, now, form, session } }: DeskContext): Words => ({
  time: (at) => confirmedText(at, now, zone),
  the: (kind) => form.get('name') || `The ${kind}`,
  asId: () => '',
  whose: ({ id, name }) => (id === session.person ? 'yours' : `${name}’s`),
});

/** Refusals for things that a form names and that no longer exist. */
const inForm: readonly RefusalReason[] = ['unknown-lost-reason', 'unknown-person', 'unknown-partner'];

/** Runs a change. If it is refused, answers with the page of the form, where `notDone` says why. */
export async function withWhyNot(
  ctx: DeskContext,
  form: string,
  again: (ctx: DeskContext) => Promise<void>,
  act: () => Promise<unknown>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    ctx.state.refused = { form, why: whyNot(error) };
    ctx.status = 409;
    await again(ctx);
  }
}

/** The reason of a refusal, next to one of these forms; on a page with one form, for any. */
export const notDone = ({ state: { refused } }: DeskContext, ...forms: readonly string[]): Html | false =>
  refused !== undefined &&
  (forms.length === 0 || forms.includes(refused.form)) &&
  html`<p class="refused" role="alert" ${heardFirst}>${refused.why}</p>`;

/**
 * The reason why a change was refused or could not be read, to be shown next to its form. Throws the error if the page's
 * own thing is gone, or the change is not permitted at all: that has a page of its own.
 */
export function whyNot(error: unknown): Why {
  if (error instanceof InvalidFields) return error.problems.map(({ message }) => message).join(' ');
  if (error instanceof InvalidValue) return error.message;
  if (!(error instanceof Refused) || !isTold(error)) throw error;
  const { message: refused } = error;
  if (error instanceof EditOvertaken) return refusedPart({ refused, last: error.at && { at: error.at } });
  if (error instanceof KeyHeld && error.contactId)
    return html`${refused} <a href="${contactPath(error.contactId)}">See that contact</a>`;
  if (error instanceof FollowUpOfOther) return refusedPart({ refused, last: error.followUp });
  if (error instanceof ChangedMeanwhile) return refusedPart({ refused, last: error.last });
  return refused;
}

const isTold = ({ reason }: Refused): boolean =>
  inForm.includes(reason) || (reason !== 'not-permitted' && !reason.startsWith('unknown-'));

interface WithTime {
  readonly refused: string;
  readonly last?: { readonly at: Date } | undefined;
  readonly followUp?: { readonly at: Date } | undefined;
}

/** The reason of a refusal, with the time of the change that is in the way. */
export function refusedPart({ refused, last, followUp }: WithTime): Html {
  const at = (last ?? followUp)?.at;
  return html`${refused}${at && html` (${timeOf(at)})`}`;
}
