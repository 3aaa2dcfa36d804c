import type { DeskPages } from './desk-state.ts';
import { inboxPages } from './pages/inbox.ts';

/** Every page of the desk for those who have signed in. */
export const deskPages: readonly DeskPages[] = [inboxPages];
