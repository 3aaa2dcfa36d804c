/** The fields of a lead, in the order in which problems are reported (Spec 7). */
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

/** One of `leadFields`. */
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

/** The fault of one field. */
export interface Problem {
  /** The field at fault. `contact-missing` concerns email and phone, and is reported under `email`. */
  readonly field: LeadField;
  readonly reason: Reason;
  /** The field's most characters; set only for `too-long`. */
  readonly limit?: number | undefined;
}

/** A value broke a rule. The error carries the reason, never the value, which may be personal data. */
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

/** A lead was refused. Nothing is kept. */
export class InvalidLead extends Error {
  override readonly name = 'InvalidLead';
  /** At least one problem, in the order of `leadFields`. */
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    const inOrder = problems.toSorted((a, b) => leadFields.indexOf(a.field) - leadFields.indexOf(b.field));
    super(`invalid lead: ${inOrder.map((problem) => problem.field).join(', ')}`);
    this.problems = inOrder;
  }
}
