import type { WorkedDeal } from '#operators/domain/work/worked-deal.ts';

/** Leads that become due as time passes, as the operators' lists show them. */
export interface DueLeads {
  /**
   * Resolves to leads in the order of the time that counts (the follow-up's, or since when the customer waits:
   * `clockOf`), then of their ids.
   */
  deals(query: DueLeadQuery): Promise<readonly DueLead[]>;
}

/** Which due leads to list, and where to begin. */
export type DueLeadQuery = {
  /** Only leads after this one. An empty id stands before every lead of the same time. */
  readonly after: Pick<DueLead, 'id' | 'receivedAt' | 'reopened' | 'followUp'>;
  readonly limit: number;
} & (
  | { /** Only leads whose follow-up is before this time. */ readonly due: Date }
  | {
      /** Only leads whose customers wait for the first answer, received before `until`. */
      readonly unanswered: true;
      readonly until: Date;
    }
);

/** The fields of a deal that tell whether it is due. */
export type DueLead = Pick<
  WorkedDeal,
  'id' | 'vendorId' | 'status' | 'customer' | 'receivedAt' | 'answeredAt' | 'reopened' | 'followUp'
>;
