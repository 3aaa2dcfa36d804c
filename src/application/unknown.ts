import { Refused } from '../domain/refused.ts';

export const unknownLead = (): Refused => new Refused('No lead has this id.');
export const unknownVendor = (): Refused => new Refused('No vendor has this id or name.');
