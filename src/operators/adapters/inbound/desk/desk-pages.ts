import type { DeskPages } from './desk-state.ts';
import { addLeadPages } from './pages/add-lead.ts';
import { auditPages } from './pages/audit-page.ts';
import { undoPages } from './pages/change-leads.ts';
import { contactMergePages } from './pages/contact-merge.ts';
import { contactPages } from './pages/contact-page.ts';
import { contactListPages } from './pages/contacts-page.ts';
import { dayPages } from './pages/day-page.ts';
import { erasePages } from './pages/erase.ts';
import { leadExportPages } from './pages/export-leads.ts';
import { handOverPages } from './pages/hand-over.ts';
import { heldPages } from './pages/held-page.ts';
import { hookPages } from './pages/hook-page.ts';
import { hooksPages } from './pages/hooks-page.ts';
import { inboxPages } from './pages/inbox.ts';
import { leadPages } from './pages/lead-page.ts';
import { movePages } from './pages/moves.ts';
import { newsPages } from './pages/news.ts';
import { peoplePages } from './pages/people-page.ts';
import { programPages } from './pages/programs-page.ts';
import { reportPages } from './pages/report-page.ts';
import { tickedLeadPages } from './pages/ticked-leads.ts';
import { vendorPages } from './pages/vendor-page.ts';
import { vendorSourcePages } from './pages/vendor-sources.ts';
import { vendorsPages } from './pages/vendors-page.ts';
import { workPages } from './pages/work-page.ts';

/** All pages for people who have signed in. */
export const deskPages: readonly DeskPages[] = [
  dayPages,
  workPages,
  inboxPages,
  erasePages, // before heldPages, whose addresses end in any id
  heldPages,
  newsPages,
  leadExportPages,
  tickedLeadPages,
  undoPages,
  movePages,
  addLeadPages,
  leadPages,
  contactListPages,
  contactMergePages,
  contactPages,
  vendorsPages,
  vendorPages,
  vendorSourcePages,
  hooksPages,
  hookPages,
  reportPages,
  programPages,
  auditPages,
  handOverPages,
  peoplePages,
];
