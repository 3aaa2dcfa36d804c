import type { DeskPages } from './desk-state.ts';
import { auditPages } from './pages/audit.ts';
import { hookPages } from './pages/hook.ts';
import { hooksPages } from './pages/hooks.ts';
import { inboxPages } from './pages/inbox.ts';
import { reportPages } from './pages/report.ts';
import { vendorPages } from './pages/vendor.ts';
import { vendorsPages } from './pages/vendors.ts';

/** Every page of the desk for those who have signed in. */
export const deskPages: readonly DeskPages[] = [
  inboxPages,
  vendorsPages,
  vendorPages,
  hooksPages,
  hookPages,
  reportPages,
  auditPages,
];
