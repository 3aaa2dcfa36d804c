import type { UseCase } from '#operators/application/operator-as.ts';
import type { DeskContext, DeskRoutes } from './desk-state.ts';
import { answerError } from './error-page.ts';
import { type Html, heardFirst, html } from './html.ts';
import { answerHead, showPage } from './page.ts';

/** A question that is asked before a change. */
export interface Question {
  readonly title: string;
  /** The question itself; the title by default. */
  readonly asks?: Html | string;
  /** What will happen, and the fields to fill in. */
  readonly says: Html;
  /** The one button that answers it, and further ways on. */
  readonly button: Html;
  /** The way back for a person who wants no change. */
  readonly leave: { readonly path: string; readonly name?: string };
  /**
   * What was seen and planned, for the answer. It is stored for half an hour, also beyond an erasure: it has ids,
   * times and statuses, but nothing of a customer. Words that somebody typed stay in the page, in a field.
   */
  readonly plan?: unknown;
}

/** The name of the field with the ticket under which the store keeps a question's plan. */
const PLAN = 'plan';

/** Keeps a plan. Resolves to the field by which its form finds it again. */
export async function planField({ path: at, state }: DeskContext, plan: unknown): Promise<Html> {
  const order = { person: state.session.person, at, plan: JSON.stringify(plan) };
  return html`<input type="hidden" name="${PLAN}" value="${await state.plans.keepPlan(order)}">`;
}

/** Answers with a page that says what will happen, and does it when its button is pressed. */
export async function ask(ctx: DeskContext, question: Question, note?: string): Promise<void> {
  const { title, asks = title, says, button, leave, plan = null } = question;
  const field = await planField(ctx, plan);
  const isRefused = note !== undefined || ctx.state.refused !== undefined; // which is heard first
  const heading = isRefused ? html`<div class="head"><h1>${asks}</h1></div>` : answerHead(asks);
  showPage(
    ctx,
    title,
    html`${heading}
${note !== undefined && html`<p class="refused" role="alert" ${heardFirst}>${note}</p>`}
<form method="post" action="${ctx.url}" class="stack panel ask">${field}
${says}
<p class="line">${button} <a class="button" href="${leave.path}">${leave.name ?? 'Leave it as it is'}</a></p></form>`,
  );
}

/** Whether the posted form answers a question. */
export const isAnswer = ({ state: { form } }: DeskContext): boolean => form.has(PLAN);

/** Takes the plan of the question that the form answers; `undefined` if it answers none that is open. */
export async function planIn<P>({ path: at, state }: DeskContext): Promise<P | undefined> {
  const text = state.form.get(PLAN);
  const plan = text === null ? text : await state.plans.takePlan({ person: state.session.person, at, text });
  return plan ? JSON.parse(plan) : undefined;
}

/** Says that a question is no longer open. */
export const OVER =
  'Nothing was done: this question was answered before, or stood open for more than half an hour.';

/** Answers with a page that says so, with the words that were typed, and the way to begin again. */
export function showOver(ctx: DeskContext, next: { readonly path: string; readonly name: string }): void {
  const { form } = ctx.state;
  const words = form.get('text') || form.get('reason') || undefined;
  answerError(ctx, 409, html`${OVER}${words && html` Your words: <q dir="auto">${words}</q>`}`, next);
}

interface Asked {
  /**
   * Resolves to the question; to `undefined` if it cannot be asked, and another page was shown. `seen`: what must
   * still be so when it is answered; by default, all that it says.
   */
  readonly question: (ctx: DeskContext) => Promise<(Question & { readonly seen?: string }) | undefined>;
  /** Makes the change. `again`: asks again, if the change is refused. */
  readonly act: (ctx: DeskContext, again: () => Promise<void>) => Promise<void>;
}

/** Registers a question with an address of its own. If what was seen is so no more, it is asked again. */
export function asks(routes: DeskRoutes, path: string, needs: UseCase, { question, act }: Asked): void {
  const askedNow = async (ctx: DeskContext) => {
    const found = await question(ctx);
    return found && { ...found, plan: ctx.state.digest(found.seen ?? textOf(found.says)) };
  };
  const askNow = async (ctx: DeskContext) => {
    const now = await askedNow(ctx);
    if (now) await ask(ctx, now);
  };
  routes.get(path, needs, askNow);
  routes.post(path, needs, async (ctx) => {
    const [seen, now] = [await planIn(ctx), await askedNow(ctx)];
    if (!now) return;
    if (seen === now.plan) return act(ctx, () => askNow(ctx));
    ctx.status = 409;
    const why = seen === undefined ? OVER : 'Nothing was done: meanwhile this has changed.';
    await ask(ctx, now, `${why} See how it is now.`);
  });
}

/** The text with plain times: a page writes them by how long ago they are. */
const textOf = (says: Html): string => says.textWith((time) => html`${time.getTime()}`);
