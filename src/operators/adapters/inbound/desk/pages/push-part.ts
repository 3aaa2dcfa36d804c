import type { Wishes } from '#operators/domain/events/subscription.ts';
import type { DeskContext, DeskPages } from '../desk-state.ts';
import { setToldCookie, toldCookie } from '../device.ts';
import { type Html, html } from '../html.ts';
import { options } from '../options.ts';
import { goTo } from '../page.ts';

/** New leads of which somebody can be told. */
const choices = { all: 'all new leads', ours: 'mine and nobody’s', none: 'none' } as const satisfies Record<
  Wishes['leads'],
  string
>;

/** The addresses that tell somebody of leads on this device, and no more. */
export const pushPages: DeskPages = (routes) => {
  routes.post('/day/tell', 'tellHere', async (ctx) => {
    const { operator, form, session } = ctx.state;
    const [endpoint = '', p256dh = '', auth = ''] = ['endpoint', 'p256dh', 'auth'].map(
      (name) => form.get(name) ?? '',
    );
    const leads = Object.keys(choices).find((each) => each === form.get('leads')) as
      | Wishes['leads']
      | undefined;
    const wishes = { leads: leads ?? 'ours', promises: form.has('promises') };
    const id = await operator.tellHere({ endpoint, p256dh, auth, wishes, session: session.id });
    const before = toldCookie(ctx);
    if (before !== undefined && before !== id) await operator.tellNoMore({ id: before });
    setToldCookie(ctx, id);
    goTo(ctx, '/day', 'This device tells you.');
  });
  routes.post('/day/tell-no-more', 'tellNoMore', async (ctx) => {
    await ctx.state.operator.tellNoMore({ id: toldCookie(ctx) });
    setToldCookie(ctx, null);
    goTo(ctx, '/day', 'This device tells you no more.');
  });
};

/**
 * The part of My day in which somebody has this device tell them, and what makes the desk an application there.
 * Nothing without keys, or where browsers allow neither: only https and this machine are safe to them.
 */
export async function pushPart(ctx: DeskContext): Promise<{ readonly part?: Html; readonly head?: Html }> {
  const isSafe = ctx.cookies.secure || /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(ctx.host);
  const told = isSafe ? await ctx.state.operator.toldHere({ id: toldCookie(ctx) }) : undefined;
  if (!told) return {};
  const { leads = 'ours', promises = true } = told.wishes ?? {};
  const part = html`<section aria-labelledby="tell" data-push="${told.key}" hidden><h2 id="tell">Tell me on this device</h2>
<form method="post" action="/day/tell" class="stack">
${['endpoint', 'p256dh', 'auth'].map((name) => html`<input type="hidden" name="${name}">`)}
<label>New leads <select name="leads">${options(Object.entries(choices), leads)}</select></label>
<label><input type="checkbox" name="promises" ${promises && html`checked`}> promises due</label>
<button>${told.wishes ? 'Change' : 'Tell me'}</button> <span role="status"></span></form>
${told.wishes && html`<form method="post" action="/day/tell-no-more"><button class="quiet">Tell me no more</button></form>`}
</section>`;
  return { part, head: html`<link rel="manifest" href="/desk.webmanifest">` };
}
