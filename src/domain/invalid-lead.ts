/** The fields of a lead, in the order in which their problems are told (Spec 7). */
export const leadFields = [
  'firstName',
  'email',
  'phone',
  'dealType',
  'vendorName',
  'notes',
  'lastName',
  'zip',
  'externalLeadId',
  'externalId',
  'vehicleYear',
  'vehicleMake',
  'vehicleModel',
  'vehicleMiles',
] as const;

export type LeadField = (typeof leadFields)[number];

/** Every reason for which a lead is refused. Closed: who words the reasons has to word all of them. */
export type Reason =
  | 'missing'
  | 'contact-missing'
  | 'not-text'
  | 'invalid-email'
  | 'invalid-phone'
  | 'not-a-deal-type'
  | 'too-long';

export interface Problem {
  /** `contact-missing` concerns email and phone, and stands under `email`. */
  readonly field: LeadField;
  readonly reason: Reason;
  /** Characters, where the reason is `too-long`. */
  readonly limit?: number | undefined;
}

/** One value breaks one rule. Holds the reason, never the value: that may be personal data. */
export class BrokenRule extends Error {
  override readonly name = 'BrokenRule';
  readonly reason: Reason;
  readonly limit: number | undefined;

  constructor(reason: Reason, limit?: number) {
    super(reason);
    this.reason = reason;
    this.limit = limit;
  }
}

/** The lead is refused; nothing of it was kept. */
export class InvalidLead extends Error {
  override readonly name = 'InvalidLead';
  /** At least one, in the order of `leadFields`. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`invalid lead: ${problems.map((problem) => problem.field).join(', ')}`);
    this.problems = problems;
  }
}
