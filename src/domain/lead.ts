import type { Customer } from './contact.ts';
import { type DealType, parseDealType } from './deal-type.ts';
import { EmailAddress } from './email-address.ts';
import { BrokenRule, InvalidLead, type LeadField, type Problem } from './invalid-lead.ts';
import { PhoneNumber } from './phone-number.ts';
import { isBlank, multiLine, oneLine } from './text.ts';

/** Stands in a draft where the sender put something other than text. */
export const notText = Symbol('not text');

/** A lead as somebody sent it: nothing is checked yet. `null` means absent. */
export type LeadDraft = { readonly [F in LeadField]?: string | null | undefined | typeof notText };

export interface Vehicle {
  readonly year: string | undefined;
  readonly make: string | undefined;
  readonly model: string | undefined;
  readonly miles: string | undefined;
}

const name = oneLine(255);
const vehicleText = oneLine(64);

/** What a partner submits, after every rule of Spec 2.1. Holding one is the proof that it passed. */
export class Lead {
  declare private readonly brand: never;
  readonly customer: Customer;
  readonly dealType: DealType;
  readonly vendorName: string;
  /** As sent, to the letter. */
  readonly notes: string;
  /** The vendor's own identifier: `externalLeadId` before the legacy `externalId`. */
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

  /** Throws InvalidLead with every problem there is. */
  static parse(draft: LeadDraft): Lead {
    const reading = new Reading(draft);
    const firstName = reading.required('firstName', name);
    const reachable = reading.holdsText('email') || reading.holdsText('phone');
    if (!reachable) reading.problems.push({ field: 'email', reason: 'contact-missing' });
    const email = reachable ? reading.given('email', EmailAddress.parse) : undefined;
    const phone = reachable ? reading.given('phone', PhoneNumber.parse) : undefined;
    const dealType = reading.required('dealType', parseDealType);
    const vendorName = reading.required('vendorName', name);
    const notes = reading.required('notes', multiLine(50_000));
    const lastName = reading.optional('lastName', name);
    const zip = reading.optional('zip', oneLine(16));
    const externalLeadId = reading.optional('externalLeadId', name);
    const externalId = reading.optional('externalId', name);
    const vehicle = {
      year: reading.optional('vehicleYear', vehicleText),
      make: reading.optional('vehicleMake', vehicleText),
      model: reading.optional('vehicleModel', vehicleText),
      miles: reading.optional('vehicleMiles', vehicleText),
    };
    if (!firstName || !dealType || !vendorName || !notes || reading.problems.length > 0) {
      throw new InvalidLead(reading.problems);
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

  /** All that the lead says, as one text: equal for equal leads, however they were sent. */
  get content(): string {
    const { firstName, lastName, email, phone, zip } = this.customer;
    const { year, make, model, miles } = this.vehicle;
    const customer = [firstName, lastName, email?.value, phone?.value, zip];
    const deal = [this.dealType, this.vendorName, this.notes, this.externalId, year, make, model, miles];
    return JSON.stringify([...customer, ...deal]);
  }
}

/** Reads a draft field by field and notes what is wrong with each. */
class Reading {
  readonly problems: Problem[] = [];
  readonly #draft: LeadDraft;

  constructor(draft: LeadDraft) {
    this.#draft = draft;
  }

  /** Blank is missing. */
  required<T>(field: LeadField, parse: (raw: string) => T): T | undefined {
    if (this.#isAbsent(field)) this.problems.push({ field, reason: 'missing' });
    return this.optional(field, parse);
  }

  /** Blank is absent. */
  optional<T>(field: LeadField, parse: (raw: string) => T): T | undefined {
    return this.#isAbsent(field) ? undefined : this.given(field, parse);
  }

  /** Blank is a value like any other. */
  given<T>(field: LeadField, parse: (raw: string) => T): T | undefined {
    const raw = this.#draft[field];
    if (raw === undefined || raw === null) return undefined;
    try {
      if (raw === notText) throw new BrokenRule('not-text');
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

  #isAbsent(field: LeadField): boolean {
    return this.#draft[field] !== notText && !this.holdsText(field);
  }
}
