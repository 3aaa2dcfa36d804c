import { listPath } from '../../operators/desk-paths.ts';
import type { LeadFilter } from '../../operators/lead-filter.ts';
import { type Html, html } from '../html.ts';

/** Where a page that stays open tells of leads that are so and came since; `of` says whose, after `2 new leads`. */
export const newsNote = (filter: LeadFilter, now: Date, of = ''): Html =>
  html`<p class="news note" role="status" data-leads="${listPath('/', filter)}" data-of="${of}"
 data-opened="${now.getTime()}"></p>`;
