import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLead, wireNames } from '../../../../src/adapters/inbound/http/lead-payload.ts';
import { leadSchema } from '../../../../src/adapters/inbound/http/openapi/lead-schema.ts';
import { dealTypes } from '../../../../src/domain/deal-type.ts';
import { EmailAddress } from '../../../../src/domain/email-address.ts';
import { InvalidLead, type LeadField } from '../../../../src/domain/invalid-lead.ts';
import { lengthLimits } from '../../../../src/domain/lead.ts';
import { isBlank } from '../../../../src/domain/text.ts';

const ajv = new Ajv2020({ strictTypes: false, formats: { 'idn-email': isEmail } });
const schemaAccepts = ajv.compile(leadSchema);

function isEmail(text: string): boolean {
  try {
    return EmailAddress.parse(text).value !== '';
  } catch {
    return false;
  }
}

function serviceAccepts(sent: object): boolean {
  try {
    readLead(sent);
    return true;
  } catch (error) {
    if (error instanceof InvalidLead) return false;
    throw error;
  }
}

const almostPhone = fc.stringMatching(/^\+?1?[ (.-]{0,2}[0-9]{3}[) .-]{0,2}[0-9]{3}[ .-]?[0-9]{3,5}[x ]?$/);
const texts: Partial<Record<LeadField, fc.Arbitrary<string>>> = {
  email: mostly(fc.constant('ada@example.com'), fc.oneof(fc.emailAddress(), fc.string())),
  phone: mostly(fc.constant('(555) 010-2030'), fc.oneof(almostPhone, fc.string())),
  dealType: mostly(fc.constantFrom(...dealTypes), fc.constant('sale')),
};

function mostly<T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

/** Mostly valid, so that many a lead is valid as a whole. */
function anythingFor(field: LeadField): fc.Arbitrary<unknown> {
  const limit = { ...lengthLimits, dealType: 8 }[field];
  const atTheLimit = fc.constantFrom(limit, limit + 1).map((length) => '\u{1f600}'.repeat(length));
  const blank = fc.constantFrom(undefined, null, '', ' \n', '\u00a0');
  const text: fc.Arbitrary<unknown> = texts[field] ?? fc.string({ unit: 'grapheme', maxLength: 16 });
  return mostly(text, fc.oneof(blank, atTheLimit, fc.jsonValue()));
}

const anyLead = fc
  .record(
    Object.fromEntries(
      Object.entries(wireNames).map(([field, name]) => [name, anythingFor(field as LeadField)]),
    ) as Record<string, fc.Arbitrary<unknown>>,
  )
  .map((sent): object => JSON.parse(JSON.stringify(sent)));

const longest: Partial<Record<LeadField, (length: number) => string>> = {
  email: (length) => `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(length - 193)}`,
  phone: (length) => '5550102030'.padEnd(length, '-'),
};

const whole = {
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@example.com',
  phone: '5550102030',
  zip: '94107',
  deal_type: 'sales',
  vendor_name: 'Acme',
  lead_notes: 'Call.',
};

/** Each with whether it is valid. */
const disturbed = (Object.entries(wireNames) as [LeadField, string][]).flatMap(([field, name]) => {
  const isRequired = ['firstName', 'dealType', 'vendorName', 'notes'].includes(field);
  const isReachedBy = ['email', 'phone'].includes(field);
  const limit = { ...lengthLimits, dealType: undefined }[field];
  const ofLength = (length: number) => longest[field]?.(length) ?? '\u{1f600}'.repeat(length);
  return [
    { name, what: 'absent', value: undefined, valid: !isRequired },
    { name, what: 'null', value: null, valid: !isRequired },
    { name, what: 'blank', value: ' \u00a0\n', valid: !isRequired && !isReachedBy },
    { name, what: 'invisible', value: '\u200b\u3164\u00ad\0', valid: !isRequired && !isReachedBy },
    { name, what: 'a number', value: 5550102030, valid: false },
    ...(limit === undefined
      ? []
      : [
          { name, what: `${limit} long`, value: ofLength(limit), valid: true },
          { name, what: `${limit + 1} long`, value: ofLength(limit + 1), valid: false },
        ]),
  ];
});

describe('the schema of a lead', () => {
  it.each(disturbed)('$name, $what: $valid, as in the service', ({ name, value, valid }) => {
    const lead = JSON.parse(JSON.stringify({ ...whole, [name]: value }));
    expect([serviceAccepts(lead), schemaAccepts(lead)]).toEqual([valid, valid]);
  });

  it.each([undefined, null])(
    'refuses a lead whose email and phone are both %s, as the service does',
    (absent) => {
      const lead = JSON.parse(JSON.stringify({ ...whole, email: absent, phone: absent }));
      expect([serviceAccepts(lead), schemaAccepts(lead)]).toEqual([false, false]);
    },
  );

  it('calls blank, of all single characters below U+10000, what the domain does', () => {
    const isFirstName = ajv.compile(leadSchema.then.properties.first_name ?? false);
    const characters = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code));
    expect(characters.filter((character) => isFirstName(character) === isBlank(character))).toEqual([]);
  });

  it('accepts any lead exactly if the service does (where deal_type is lower-case, and no white space to trim is beyond a limit)', () => {
    fc.assert(
      fc.property(anyLead, (lead) => {
        expect(schemaAccepts(lead)).toBe(serviceAccepts(lead));
      }),
    );
  });
});
