import type { ReceivedDeal } from '../../../../domain/intake/received-deal.ts';

/** Resolves to what others are to be told of a new deal. Throws StoreUnavailable. */
export type AnnounceLead<Announced = unknown> = (deal: ReceivedDeal) => Promise<LeadNews<Announced>>;

/** What others are to be told of one lead. */
export interface LeadNews<Announced> {
  /** To be kept in the same write as the deal; `undefined`: nobody is told. */
  readonly announced: Announced | undefined;
  /** Called once it is kept. */
  readonly ring: () => void;
}

/** For a store without webhooks. */
export const tellNobody: AnnounceLead<never> = async () => ({ announced: undefined, ring() {} });
