import type { LeadDraft } from '../../../../domain/lead.ts';
import type { Once } from './once.ts';
import type { By } from './people-use-cases.ts';

/**
 * Adds a lead of a customer who came without a vendor, under the house's vendor, by the rules for vendors. The
 * lead belongs to whoever adds it, unless they can own none. Throws InvalidLead.
 */
export type AddLead = (order: Once & { readonly fields: LeadDraft; readonly by: By }) => Promise<AddedLead>;

/** A lead that somebody added at the desk. */
export interface AddedLead {
  readonly leadId: string;
  /** The new owner and since when; absent if the lead is nobody's, or was added before by the same order. */
  readonly assigned?: { readonly owner: string; readonly at: Date } | undefined;
}
