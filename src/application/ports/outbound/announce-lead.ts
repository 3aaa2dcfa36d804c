import type { Deal } from '../../../domain/deal.ts';

/** Resolves to the news of a new deal that others are to hear. Throws StoreUnavailable. */
export type AnnounceLead<Announced = unknown> = (deal: NewDeal) => Promise<LeadNews<Announced>>;

/** What is known of a deal before it has a contact. */
export type NewDeal = Pick<Deal, 'id' | 'vendorId' | 'receivedAt' | 'status'>;

/** News of one lead. */
export interface LeadNews<Announced> {
  /** The announcement, to be kept in the same write as the deal; `undefined`: nobody is to hear. */
  readonly announced: Announced | undefined;
  /** Called once the announcement is kept. */
  readonly ring: () => void;
}

/** Announces nothing, for a store without webhooks. */
export const tellNobody: AnnounceLead<never> = async () => ({ announced: undefined, ring() {} });
