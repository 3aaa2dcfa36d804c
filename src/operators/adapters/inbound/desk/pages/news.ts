import { listPath } from '../../presentation/desk-paths.ts';
import { conditionsOf, filterIn, type LeadFilter } from '../../presentation/lead-filter.ts';
import { instant } from '../../presentation/values.ts';
import type { DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { hereText } from '../who-is-here.ts';
import { countViews, dueText, lookingAt } from './inbox-views.ts';

/** The most new leads that are counted. */
const MAX_LEADS_COUNTED = 99;

/** Answers scripts that ask for news since a page was opened. */
export const newsPages: DeskPages = (routes) => {
  routes.get('/new-leads', 'listLeads', async (ctx) => {
    const { query } = ctx.state;
    const since = instant(query.get('opened') ?? '');
    const conditions = conditionsOf(filterIn(query), lookingAt(ctx.state));
    const lead = query.get('lead');
    const [{ leads, more }, counts, shown] = await Promise.all([
      ctx.state.operator.listLeads({
        ...conditions,
        since: conditions.since && conditions.since > since ? conditions.since : since,
        limit: MAX_LEADS_COUNTED,
      }),
      countViews(ctx),
      lead ? ctx.state.operator.listLeads({ ids: [lead], limit: 1 }) : { leads: [] },
    ]);
    const isChanged = shown.leads.some(({ changedAt }) => changedAt && changedAt > since);
    const [open] = shown.leads;
    const here = open && hereText(ctx.state.whoIsAt(open.id, await ctx.state.operator.namePeople()));
    ctx.body = { count: leads.length, more, due: dueText(counts), isChanged, here };
  });
};

interface NewsOptions {
  readonly now: Date;
  /** The page that shows the leads; by default the inbox. */
  readonly path?: string;
  /** Words that follow `2 new leads`. */
  readonly of?: string;
  /** The id of the lead that the page shows. */
  readonly lead?: string;
}

/** A place where an open page reports new leads of a filter, and changes of the lead that it shows. */
export const newsNote = (filter: LeadFilter, { now, path = '/', of = '', lead }: NewsOptions): Html =>
  html`<p class="news note" data-leads="${listPath(path, filter)}" data-of="${of}"
 ${lead !== undefined && html`data-lead="${lead}"`} data-opened="${now.getTime()}"></p>`;
