import { Refused } from '../domain/refused.ts';

/** Neither message repeats what was typed, which may be a key or a customer's address. */

export const unknownLead = (): Refused => new Refused('unknown-lead', 'No lead has this id.');

export const unknownVendor = (): Refused =>
  new Refused('unknown-vendor', 'No vendor has this id or exact name.');
