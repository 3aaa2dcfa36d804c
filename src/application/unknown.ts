import { Refused } from '../domain/refused.ts';

/** Neither message repeats what was typed, which may be a key or a customer's address. */

export const unknownLead = (): Refused => new Refused('No lead has this id.');

export const unknownVendor = (): Refused => new Refused('No vendor has this id or exact name.');
