import type { Deal } from '../../../domain/work/deal.ts';

/** Leads that become due with time alone: the operators' lists of them. */
export interface DueLeads {
  /** In the order of the time that counts, then by id: of the follow-up, or since when the clock runs (`clockOf`). */
  deals(query: DueLeadQuery): Promise<readonly DueLead[]>;
}

/** Which of them, from where on. */
export type DueLeadQuery = {
  /** Only those after this one; an empty id comes before every lead of its time. */
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

/** What tells that a lead is due, and whose customer waits. */
export type DueLead = Pick<
  Deal,
  'id' | 'vendorId' | 'status' | 'customer' | 'receivedAt' | 'answeredAt' | 'reopened' | 'followUp'
>;
