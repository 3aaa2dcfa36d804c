import { listPath } from '../../operators/desk-paths.ts';
import type { LeadFilter } from '../../operators/lead-filter.ts';
import { type Html, html } from '../html.ts';

interface NewsOptions {
  readonly now: Date;
  /** The page that shows them; by default the inbox. */
  readonly path?: string;
  /** Says whose, after `2 new leads`. */
  readonly of?: string;
  /** The id of the one lead that the page shows. */
  readonly lead?: string;
}

/** Where a page that stays open tells of leads that are so and came since, and that its own was changed. */
export const newsNote = (filter: LeadFilter, { now, path = '/', of = '', lead }: NewsOptions): Html =>
  html`<p class="news note" role="status" data-leads="${listPath(path, filter)}" data-of="${of}"
 ${lead !== undefined && html`data-lead="${lead}"`} data-opened="${now.getTime()}"></p>`;
