import type { DeskPages } from './desk-state.ts';
import { auditPages } from './pages/audit.ts';
import { contactPages } from './pages/contact.ts';
import { contactMergePages } from './pages/contact-merge.ts';
import { contactListPages } from './pages/contacts.ts';
import { handOverPages } from './pages/hand-over.ts';
import { hookPages } from './pages/hook.ts';
import { hooksPages } from './pages/hooks.ts';
import { inboxPages } from './pages/inbox.ts';
import { leadPages } from './pages/lead.ts';
import { leadChangePages } from './pages/lead-changes.ts';
import { leadDeliveryPages } from './pages/lead-deliveries.ts';
import { leadErasePages } from './pages/lead-erase.ts';
import { movePages } from './pages/moves.ts';
import { peoplePages } from './pages/people.ts';
import { programPages } from './pages/programs.ts';
import { reportPages } from './pages/report.ts';
import { undoPages } from './pages/undo-moves.ts';
import { vendorPages } from './pages/vendor.ts';
import { vendorsPages } from './pages/vendors.ts';

/** Every page of the desk for those who have signed in. */
export const deskPages: readonly DeskPages[] = [
  inboxPages,
  leadChangePages,
  undoPages,
  movePages,
  leadPages,
  leadErasePages,
  leadDeliveryPages,
  contactListPages,
  contactMergePages,
  contactPages,
  vendorsPages,
  vendorPages,
  hooksPages,
  hookPages,
  reportPages,
  programPages,
  auditPages,
  handOverPages,
  peoplePages,
];
