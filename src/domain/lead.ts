import type { Customer } from './contact.ts';
import { type DealType, parseDealType } from './deal-type.ts';
import { EmailAddress } from './email-address.ts';
import { BrokenRule, InvalidLead, type LeadField, type Problem } from './invalid-lead.ts';
import { PhoneNumber } from './phone-number.ts';
import { isBlank, trimmed, verbatim } from './text.ts';

/** Marks a field of a draft in which something other than text was sent. */
export const notText = Symbol('not text');

/** A lead as it was sent, before any check. `null` means absent. */
export type LeadDraft = { readonly [F in LeadField]?: string | null | undefined | typeof notText };

/** A vehicle as a lead describes it, in texts. */
export interface Vehicle {
  readonly year: string | undefined;
  readonly make: string | undefined;
  readonly model: string | undefined;
  readonly miles: string | undefined;
}

/** The maximum length of each field, in Unicode code points. */
export const lengthLimits = {
  firstName: 255,
  email: EmailAddress.limit,
  phone: PhoneNumber.limit,
  vendorName: 255,
  notes: 50_000,
  lastName: 255,
  zip: 16,
  externalLeadId: 255,
  externalId: 255,
  vehicleYear: 64,
  vehicleMake: 64,
  vehicleModel: 64,
  vehicleMiles: 64,
} as const satisfies Record<Exclude<LeadField, 'dealType'>, number>;

/** A lead that passed every rule of Spec 2.1. Holding an instance is the proof. */
export class Lead {
  declare private readonly brand: never;
  readonly customer: Customer;
  readonly dealType: DealType;
  readonly vendorName: string;
  /** The notes, exactly as sent. */
  readonly notes: string;
  /** The vendor's own identifier: `externalLeadId`, else the legacy `externalId`. */
  readonly externalId: string | undefined;
  readonly vehicle: Vehicle;

  private constructor(
    fields: Pick<Lead, 'customer' | 'dealType' | 'vendorName' | 'notes' | 'externalId' | 'vehicle'>,
  ) {
    this.customer = fields.customer;
    this.dealType = fields.dealType;
    this.vendorName = fields.vendorName;
    this.notes = fields.notes;
    this.externalId = fields.externalId;
    this.vehicle = fields.vehicle;
  }

  /** Reads a lead. Throws InvalidLead, which lists every problem. */
  static parse(draft: LeadDraft): Lead {
    const reader = new DraftReader(draft);
    const firstName = reader.required('firstName', trimmed(lengthLimits.firstName));
    const reachable = (['email', 'phone'] as const).some(
      (way) => reader.holdsText(way) || reader.isNoText(way),
    );
    if (!reachable) reader.problems.push({ field: 'email', reason: 'contact-missing' });
    const email = reachable ? reader.given('email', EmailAddress.parse) : undefined;
    const phone = reachable ? reader.given('phone', PhoneNumber.parse) : undefined;
    const dealType = reader.required('dealType', parseDealType);
    const vendorName = reader.required('vendorName', trimmed(lengthLimits.vendorName));
    const notes = reader.required('notes', verbatim(lengthLimits.notes));
    const lastName = reader.optionalText('lastName');
    const zip = reader.optionalText('zip');
    const externalLeadId = reader.optionalText('externalLeadId');
    const externalId = reader.optionalText('externalId');
    const vehicle = {
      year: reader.optionalText('vehicleYear'),
      make: reader.optionalText('vehicleMake'),
      model: reader.optionalText('vehicleModel'),
      miles: reader.optionalText('vehicleMiles'),
    };
    if (!firstName || !dealType || !vendorName || !notes || reader.problems.length > 0) {
      throw new InvalidLead(reader.problems);
    }
    const customer = { firstName, lastName, email, phone, zip };
    return new Lead({
      customer,
      dealType,
      vendorName,
      notes,
      externalId: externalLeadId ?? externalId,
      vehicle,
    });
  }

  /**
   * The lead's whole content as one string, equal for equal leads however they were sent. An absent field
   * leaves no trace: a field added to the specification changes nothing for leads without it.
   */
  get content(): string {
    const { firstName, lastName, email, phone, zip } = this.customer;
    const { dealType, vendorName, notes, externalId, vehicle } = this;
    const customer = { firstName, lastName, email: email?.value, phone: phone?.value, zip };
    return JSON.stringify({ customer, dealType, vendorName, notes, externalId, vehicle });
  }
}

/** Reads a draft field by field and collects the problems. */
class DraftReader {
  readonly problems: Problem[] = [];
  readonly #draft: LeadDraft;

  constructor(draft: LeadDraft) {
    this.#draft = draft;
  }

  /** Reads a field that must be there. Blank text counts as missing. */
  required<T>(field: LeadField, parse: (raw: string) => T): T | undefined {
    if (!this.#isAbsent(field)) return this.given(field, parse);
    this.problems.push({ field, reason: 'missing' });
    return undefined;
  }

  /** Reads an optional text within the field's length limit. Blank text counts as absent. */
  optionalText(field: keyof typeof lengthLimits): string | undefined {
    return this.optional(field, trimmed(lengthLimits[field]));
  }

  /** Reads an optional field. Blank text counts as absent. */
  optional<T>(field: LeadField, parse: (raw: string) => T): T | undefined {
    return this.#isAbsent(field) ? undefined : this.given(field, parse);
  }

  /** Reads a field if it was sent. Blank text is parsed like any other value. */
  given<T>(field: LeadField, parse: (raw: string) => T): T | undefined {
    const raw: unknown = this.#draft[field];
    if (raw === undefined || raw === null) return undefined;
    try {
      if (typeof raw !== 'string') throw new BrokenRule('not-text');
      return parse(raw);
    } catch (error) {
      if (!(error instanceof BrokenRule)) throw error;
      this.problems.push({ field, reason: error.reason, limit: error.limit });
      return undefined;
    }
  }

  holdsText(field: LeadField): boolean {
    const raw = this.#draft[field];
    return typeof raw === 'string' && !isBlank(raw);
  }

  /** Something is there, such as a phone that was sent as a number. */
  isNoText(field: LeadField): boolean {
    const raw: unknown = this.#draft[field];
    return raw !== undefined && raw !== null && typeof raw !== 'string';
  }

  #isAbsent(field: LeadField): boolean {
    const raw: unknown = this.#draft[field];
    return raw === undefined || raw === null || (typeof raw === 'string' && isBlank(raw));
  }
}
