import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InvalidLead, type LeadField, leadFields, type Problem } from '../../src/domain/invalid-lead.ts';
import { Lead, type LeadDraft, notText } from '../../src/domain/lead.ts';

const draft = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phone: '5550102030',
  zip: '94107',
  dealType: 'sales',
  vendorName: 'Acme',
  notes: 'Call me',
  externalLeadId: 'A-1',
  externalId: 'B-2',
  vehicleYear: '2024',
  vehicleMake: 'Volvo',
  vehicleModel: 'FH16',
  vehicleMiles: '120',
} satisfies Record<LeadField, string>;

function problemsOf(changed: LeadDraft): readonly Problem[] {
  try {
    Lead.parse({ ...draft, ...changed });
  } catch (error) {
    if (error instanceof InvalidLead) return error.problems;
    throw error;
  }
  return [];
}

const problem = (field: LeadField, reason: Problem['reason'], limit?: number) => ({ field, reason, limit });

describe('a whole lead', () => {
  it('is read field by field', () => {
    const lead = Lead.parse(draft);
    expect(lead.customer).toMatchObject({ firstName: 'Ada', lastName: 'Byron', zip: '94107' });
    expect(lead.customer.email?.value).toBe('ada@example.com');
    expect(lead.customer.phone?.value).toBe('5550102030');
    expect(lead).toMatchObject({ dealType: 'sales', vendorName: 'Acme', notes: 'Call me' });
    expect(lead.vehicle).toEqual({ year: '2024', make: 'Volvo', model: 'FH16', miles: '120' });
  });

  it('needs no more than the required fields', () => {
    const { firstName, phone, dealType, vendorName, notes } = draft;
    const lead = Lead.parse({ firstName, phone, dealType, vendorName, notes });
    expect(lead.customer).toEqual({
      firstName: 'Ada',
      lastName: undefined,
      email: undefined,
      phone: expect.objectContaining({ value: '5550102030' }),
      zip: undefined,
    });
    expect(lead.externalId).toBeUndefined();
    expect(lead.vehicle).toEqual({ year: undefined, make: undefined, model: undefined, miles: undefined });
  });

  it('keeps the white space inside a name, and all of it in the notes', () => {
    const lead = Lead.parse({ ...draft, firstName: ' María  José ', notes: '  1\r\n\t2 \n' });
    expect(lead.customer.firstName).toBe('María  José');
    expect(lead.notes).toBe('  1\r\n\t2 \n');
  });

  it('replaces half a surrogate pair, which no store could keep', () => {
    expect(Lead.parse({ ...draft, notes: 'a\ud800b' }).notes).toBe('a\ufffdb');
  });
});

describe('Spec 2.1 rule 1: email or phone', () => {
  const contactMissing = [problem('email', 'contact-missing')];

  it.each<LeadDraft['email']>([undefined, null, '', ' \t', '\u200b\u2060'])(
    'with %s for both, the contact is missing; for one, only a blank is a problem',
    (absent) => {
      const beside = absent !== undefined && absent !== null;
      expect(problemsOf({ phone: absent })).toHaveLength(beside ? 1 : 0);
      expect(problemsOf({ email: absent })).toHaveLength(beside ? 1 : 0);
      expect(problemsOf({ email: absent, phone: absent })).toEqual(contactMissing);
    },
  );

  it('a phone that was sent as a number is not missing: it is no text', () => {
    const [email, phone] = [problem('email', 'not-text'), problem('phone', 'not-text')];
    expect(problemsOf({ email: undefined, phone: notText })).toEqual([phone]);
    expect(problemsOf({ email: notText, phone: notText })).toEqual([email, phone]);
    expect(problemsOf({ phone: notText })).toEqual([phone]);
  });

  it('a blank one beside a valid one is invalid', () => {
    expect(problemsOf({ email: ' ' })).toEqual([problem('email', 'invalid-email')]);
    expect(problemsOf({ phone: '' })).toEqual([problem('phone', 'invalid-phone')]);
  });

  it('holds for every accepted lead', () => {
    const maybe = fc.option(fc.oneof(fc.string(), fc.constantFrom('a@b.co', '5550102030')), {
      nil: undefined,
    });
    fc.assert(
      fc.property(maybe, maybe, (email, phone) => {
        const problems = problemsOf({ email, phone });
        if (problems.length > 0) return;
        const { customer } = Lead.parse({ ...draft, email, phone });
        expect(customer.email ?? customer.phone).toBeDefined();
      }),
    );
  });
});

/** Format and control characters, Hangul fillers and others that are not to be seen, alone and together. */
const invisible = [
  ...'\u200b\u2060\u3164\u00ad\u200d\ufeff\u202e\u115f\u1160\uffa0\u034f\u180e\ufe0f\u2800\0\u0085\u{e0001}',
  ' \u200b\u3164\u00ad\n',
];

describe('Spec 2.1: required and optional fields', () => {
  it('may have invisible characters among others, also around them', () => {
    const [name, notes] = ['می\u200cخواهم 👨\u200d🔧', '\u200bn\u00ad\0'];
    const lead = Lead.parse({ ...draft, firstName: name, notes });
    expect([lead.customer.firstName, lead.notes]).toEqual([name, notes]);
  });

  it.each(['firstName', 'dealType', 'vendorName', 'notes'] as const)('%s must not be blank', (field) => {
    for (const blank of [undefined, null, '', ' \n ', ...invisible]) {
      expect(problemsOf({ [field]: blank })).toEqual([{ field, reason: 'missing' }]);
    }
  });

  it.each([
    'lastName',
    'zip',
    'externalLeadId',
    'externalId',
    'vehicleYear',
    'vehicleMake',
    'vehicleModel',
    'vehicleMiles',
  ] as const)('%s may be blank', (field) => {
    for (const blank of [undefined, null, '', '  ', ...invisible])
      expect(problemsOf({ [field]: blank })).toEqual([]);
  });

  it.each(leadFields)('%s must be text', (field) => {
    for (const value of [notText, 2139, true, ['x'], {}]) {
      expect(problemsOf({ [field]: value as typeof notText })).toEqual([problem(field, 'not-text')]);
    }
  });

  it('external_lead_id takes precedence over external_id unless it is blank', () => {
    expect(Lead.parse(draft).externalId).toBe('A-1');
    expect(Lead.parse({ ...draft, externalLeadId: ' ' }).externalId).toBe('B-2');
    expect(Lead.parse({ ...draft, externalLeadId: null, externalId: null }).externalId).toBeUndefined();
  });

  it('an unknown deal_type is refused and not replaced by a default', () => {
    expect(problemsOf({ dealType: 'unheard of' })).toEqual([problem('dealType', 'not-a-deal-type')]);
  });
});

describe('Spec 8: limits, in Unicode code points', () => {
  it.each([
    ['firstName', 255],
    ['lastName', 255],
    ['vendorName', 255],
    ['externalLeadId', 255],
    ['externalId', 255],
    ['zip', 16],
    ['vehicleYear', 64],
    ['vehicleMake', 64],
    ['vehicleModel', 64],
    ['vehicleMiles', 64],
  ] as const)('%s: %i after trimming', (field, limit) => {
    expect(problemsOf({ [field]: ` ${'😀'.repeat(limit)} ` })).toEqual([]);
    expect(problemsOf({ [field]: 'x'.repeat(limit + 1) })).toEqual([problem(field, 'too-long', limit)]);
    expect(problemsOf({ [field]: `${'😀'.repeat(limit)}x` })).toEqual([problem(field, 'too-long', limit)]);
    expect(problemsOf({ [field]: 'x'.repeat(3 * limit) })).toEqual([problem(field, 'too-long', limit)]);
  });

  it('notes: 50,000 after trimming, kept untrimmed', () => {
    expect(problemsOf({ notes: '😀'.repeat(50_000) })).toEqual([]);
    const padded = `\n ${'x'.repeat(50_000)} \n`;
    expect(Lead.parse({ ...draft, notes: padded }).notes === padded).toBe(true);
    expect(problemsOf({ notes: 'x'.repeat(50_001) })).toEqual([problem('notes', 'too-long', 50_000)]);
  });
});

it('Spec 7: every problem is reported, in the order of the table', () => {
  const everything = Object.fromEntries(leadFields.map((field) => [field, notText]));
  expect(problemsOf({ ...everything, phone: '1' }).map(({ field }) => field)).toEqual([
    ...['firstName', 'email', 'phone', 'dealType', 'vendorName', 'notes', 'lastName', 'zip'],
    ...['externalLeadId', 'externalId', 'vehicleYear', 'vehicleMake', 'vehicleModel', 'vehicleMiles'],
  ]);
});

it('problems found in another order are reported in that of the table', () => {
  const { problems, message } = new InvalidLead([
    problem('zip', 'too-long', 16),
    problem('firstName', 'missing'),
  ]);
  expect(problems.map(({ field }) => field)).toEqual(['firstName', 'zip']);
  expect(message).toBe('invalid lead: firstName, zip');
});

it('the message of an InvalidLead names the fields', () => {
  expect(() => Lead.parse({ ...draft, email: 'secret', zip: 'x'.repeat(17) })).toThrow(
    'invalid lead: email, zip',
  );
});

describe('content', () => {
  it('never changes: vendors retry across versions, and the stored digest of it tells a retry', () => {
    const whole = Lead.parse({
      ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '5550102030' },
      ...{ zip: '94107', dealType: 'Sales', vendorName: 'Acme', notes: 'Call.', externalLeadId: 'A-1' },
      ...{ vehicleYear: '2020', vehicleMake: 'Ford', vehicleModel: 'F-150', vehicleMiles: '10' },
    });
    const least = Lead.parse({
      ...{ firstName: 'Ada', phone: '5550102030', dealType: 'other', vendorName: 'Acme', notes: 'Call.' },
    });
    expect([whole.content, least.content]).toMatchInlineSnapshot(`
      [
        "{"customer":{"firstName":"Ada","lastName":"Lovelace","email":"ada@example.com","phone":"5550102030","zip":"94107"},"dealType":"sales","vendorName":"Acme","notes":"Call.","externalId":"A-1","vehicle":{"year":"2020","make":"Ford","model":"F-150","miles":"10"}}",
        "{"customer":{"firstName":"Ada","phone":"5550102030"},"dealType":"other","vendorName":"Acme","notes":"Call.","vehicle":{}}",
      ]
    `);
  });

  it('is the same for the same lead, however its fields are ordered and written', () => {
    const reversed = Object.fromEntries(Object.entries(draft).reverse());
    expect(Lead.parse(reversed).content).toBe(Lead.parse(draft).content);
    expect(Lead.parse({ ...draft, phone: '(555) 010-2030', dealType: 'SALES' }).content).toBe(
      Lead.parse(draft).content,
    );
  });

  it.each(leadFields.filter((field) => field !== 'externalId'))('differs if %s differs', (field) => {
    const other: Record<string, string> = {
      email: 'eve@example.com',
      phone: '5550102031',
      dealType: 'rental',
    };
    expect(Lead.parse({ ...draft, [field]: other[field] ?? 'other' }).content).not.toBe(
      Lead.parse(draft).content,
    );
  });

  it('distinguishes a field from its neighbour', () => {
    const make = Lead.parse({ ...draft, vehicleMake: 'X', vehicleModel: null });
    const model = Lead.parse({ ...draft, vehicleMake: null, vehicleModel: 'X' });
    expect(make.content).not.toBe(model.content);
  });
});
