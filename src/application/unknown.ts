import { Refused } from '../domain/refused.ts';

export const unknownLead = (leadId: string): Refused => new Refused(`No lead has the id ${leadId}.`);

export const unknownVendor = (): Refused =>
  new Refused('No vendor has this id or exact name. One from the configuration has no account.');
