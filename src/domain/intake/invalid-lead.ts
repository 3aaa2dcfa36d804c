/** The fields of a lead, in the order in which their problems are reported (Spec 7). */
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

/** The fields of a lead, by their names here. */
export type LeadField = (typeof leadFields)[number];

/** Every reason to refuse a lead. The list is closed: code that words reasons must word all of them. */
export type Reason =
  | 'missing'
  | 'contact-missing'
  | 'not-text'
  | 'invalid-email'
  | 'invalid-phone'
  | 'not-a-deal-type'
  | 'too-long';

/** What is wrong with one field. */
export interface Problem {
  /** `contact-missing` concerns email and phone, and is reported under `email`. */
  readonly field: LeadField;
  readonly reason: Reason;
  /** The most characters; set if the reason is `too-long`. */
  readonly limit?: number | undefined;
}

/** One value breaks one rule. Carries the reason, never the value, which may be personal data. */
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

/** The lead is refused, and nothing of it is kept. */
export class InvalidLead extends Error {
  override readonly name = 'InvalidLead';
  /** At least one, in the order of `leadFields`. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const inOrder = problems.toSorted((a, b) => leadFields.indexOf(a.field) - leadFields.indexOf(b.field));
    super(`invalid lead: ${inOrder.map((problem) => problem.field).join(', ')}`);
    this.problems = inOrder;
  }
}
