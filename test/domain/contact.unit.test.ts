import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Contact, type Customer, identityKeys, placeCustomer } from '../../src/domain/contact.ts';
import { EmailAddress } from '../../src/domain/email-address.ts';
import { PhoneNumber } from '../../src/domain/phone-number.ts';

const customer = (told: { email?: string; phone?: string; zip?: string; lastName?: string }): Customer => ({
  firstName: 'Ann',
  lastName: told.lastName,
  email: told.email === undefined ? undefined : EmailAddress.parse(told.email),
  phone: told.phone === undefined ? undefined : PhoneNumber.parse(told.phone),
  zip: told.zip,
});
const phone = '2125550123';

describe('identityKeys', () => {
  it('are the email in lower case and the last ten digits of the phone', () => {
    const both = customer({ email: 'Ann@Example.com', phone: '+1 212-555-0123' });
    expect(identityKeys(both)).toEqual(['e:ann@example.com', 'p:2125550123']);
    expect(identityKeys(customer({ phone }))).toEqual(['p:2125550123']);
  });
});

const added = (id: string, told: Customer, candidates: readonly Contact[] = []): Contact =>
  placeCustomer(told, candidates, () => id).contact;

describe('a customer', () => {
  const byEmail = added('email', customer({ email: 'ann@example.com' }));
  const byPhone = added('phone', customer({ phone }));
  const whole = added('whole', customer({ email: 'ben@example.com', phone }));
  const place = (told: Customer, candidates: readonly Contact[]) =>
    placeCustomer(told, candidates, () => 'new').contact.id;

  it('is the holder of the email rather than the holder of the phone', () => {
    expect(place(customer({ email: 'ANN@example.com', phone }), [byPhone, byEmail])).toBe('email');
  });

  it('is the holder of the phone if either of the two has no email', () => {
    expect(place(customer({ phone: `1${phone}` }), [whole])).toBe('whole');
    expect(place(customer({ email: 'ann@example.com', phone }), [byPhone])).toBe('phone');
  });

  it('is not the holder of the phone if both have an email', () => {
    expect(place(customer({ email: 'ann@example.com', phone }), [whole])).toBe('new');
  });

  it('is not a contact that has the phone but does not hold it', () => {
    const son = added('son', customer({ email: 'son@example.com', phone }), [whole]);
    expect(son.keys).toEqual(['e:son@example.com']);
    expect(place(customer({ phone }), [son])).toBe('new');
  });

  it('who is new becomes a contact with all that was told', () => {
    const told = customer({ email: 'ann@example.com', phone, zip: '10001', lastName: 'Lee' });
    expect(placeCustomer(told, [], () => 'new')).toEqual({
      change: 'added',
      contact: { ...told, id: 'new', keys: ['e:ann@example.com', 'p:2125550123'] },
    });
  });
});

describe('a known contact', () => {
  const ann = added('ann', customer({ email: 'ann@example.com', zip: '10001' }));
  const place = (told: Customer, candidates: readonly Contact[]) =>
    placeCustomer(told, candidates, () => 'new');

  it('gets what was blank, and the key that comes with it', () => {
    const told = customer({ email: 'ann@example.com', phone, lastName: 'Lee' });
    const fields = { lastName: 'Lee', phone: told.phone };
    expect(place(told, [ann])).toEqual({
      change: 'filled',
      contact: { ...ann, ...fields, keys: ['e:ann@example.com', 'p:2125550123'] },
      before: ann,
      filling: { ...fields, keys: ['p:2125550123'] },
    });
  });

  it('gets a phone that another contact holds, but without its key', () => {
    const ben = added('ben', customer({ email: 'ben@example.com', phone }));
    const told = customer({ email: 'ann@example.com', phone });
    expect(place(told, [ann, ben])).toMatchObject({
      contact: { id: 'ann', phone: told.phone, keys: ['e:ann@example.com'] },
      filling: { phone: told.phone, keys: [] },
    });
  });

  it('gets a ZIP if it has none, and else keeps its own (Spec 2.1 rule 4)', () => {
    const noZip = added('ben', customer({ email: 'ben@example.com' }));
    const filled = place(customer({ email: 'ben@example.com', zip: '20002' }), [noZip]);
    expect(filled).toMatchObject({ change: 'filled', contact: { id: 'ben', zip: '20002' } });
    const same = place(customer({ email: 'ann@example.com', zip: '20002' }), [ann]);
    expect(same).toEqual({ change: 'none', contact: ann });
  });

  it('stays as it is if the customer tells nothing new', () => {
    expect(place(customer({ email: 'ann@example.com' }), [ann])).toEqual({ change: 'none', contact: ann });
  });
});

describe('a blank last name', () => {
  const carl = added('carl', { ...customer({ phone }), firstName: 'Carl' });
  it.each([
    ['the same first name, however written', ' CARL', customer({ phone, lastName: 'Orff' }), 'Orff'],
    ['somebody else who shares the phone', 'Pia', customer({ phone, lastName: 'Pan' }), undefined],
    [
      'an email, which says who it is',
      'Karl',
      customer({ phone, email: 'c@d.co', lastName: 'Orff' }),
      'Orff',
    ],
  ])('is filled or not by %s', (_by, firstName, told, lastName) => {
    const { contact } = placeCustomer({ ...told, firstName }, [carl], () => 'new');
    expect(contact).toMatchObject({ id: 'carl', firstName: 'Carl' });
    expect(contact.lastName).toBe(lastName);
  });
});

describe('whatever is submitted, in any order', () => {
  const submissions = fc.array(
    fc
      .record({
        firstName: fc.constantFrom('Ann', 'Ben'),
        lastName: fc.option(fc.constantFrom('Lee', 'Kay'), { nil: undefined }),
        email: fc.option(fc.constantFrom('a@b.co', 'A@b.co', 'c@d.co', 'e@f.co').map(EmailAddress.parse), {
          nil: undefined,
        }),
        phone: fc.option(fc.constantFrom(phone, `1${phone}`, '3125550123').map(PhoneNumber.parse), {
          nil: undefined,
        }),
        zip: fc.option(fc.constantFrom('10001', '20002'), { nil: undefined }),
      })
      .filter(({ email, phone }) => email !== undefined || phone !== undefined),
    { maxLength: 12 },
  );
  const always = (holds: (steps: readonly Step[]) => void) =>
    fc.assert(fc.property(submissions, (told) => holds(submit(told))));

  it('no key has two holders, and no contact is without a key', () => {
    always((steps) => {
      for (const { after } of steps) {
        const keys = after.flatMap((contact) => contact.keys);
        expect(new Set(keys).size).toBe(keys.length);
        expect(after.every((contact) => contact.keys.length > 0)).toBe(true);
      }
    });
  });

  it('no two contacts have the same email', () => {
    always((steps) => {
      const emails = (steps.at(-1)?.after ?? []).flatMap(({ email }) => email?.identity ?? []);
      expect(new Set(emails).size).toBe(emails.length);
    });
  });

  it('no field or key of a contact is overwritten or lost', () => {
    always((steps) => {
      for (const { before, after } of steps) {
        for (const was of before) {
          const is = after.find(({ id }) => id === was.id);
          for (const field of ['firstName', 'lastName', 'email', 'phone', 'zip'] as const) {
            if (was[field] !== undefined) expect(is?.[field]).toBe(was[field]);
          }
          expect(is?.keys).toEqual(expect.arrayContaining([...was.keys]));
        }
      }
    });
  });

  it('a submission changes at most one contact, and fills every blank there that it can', () => {
    always((steps) => {
      for (const { told, before, after, at } of steps) {
        const changed = after.filter((contact) => !before.includes(contact));
        expect(changed.every(({ id }) => id === at.id)).toBe(true);
        for (const field of ['lastName', 'email', 'phone', 'zip'] as const) {
          const isAnothers = field === 'lastName' && !told.email && told.firstName !== at.firstName;
          if (told[field] !== undefined && !isAnothers) expect(at[field]).toBeDefined();
        }
      }
    });
  });

  it('repeating a submission leads to the same contact and changes nothing', () => {
    always((steps) => {
      for (const { told, after, at } of steps) {
        expect(submit([told], after)[0]).toMatchObject({ at: { id: at.id }, after });
      }
    });
  });

  it('an email always leads to the same contact', () => {
    always((steps) => {
      const last = steps.at(-1)?.after;
      for (const { told, at } of steps) {
        if (told.email !== undefined) expect(submit([told], last)[0]?.at.id).toBe(at.id);
      }
    });
  });

  it('a customer is never matched to a contact that shares neither email nor phone', () => {
    always((steps) => {
      for (const { told, before, at } of steps) {
        const shared = before.filter(({ keys }) => identityKeys(told).some((key) => keys.includes(key)));
        if (before.some(({ id }) => id === at.id)) expect(shared.map(({ id }) => id)).toContain(at.id);
      }
    });
  });
});

interface Step {
  readonly told: Customer;
  readonly before: readonly Contact[];
  readonly after: readonly Contact[];
  /** The contact that the submission led to, in its state afterwards. */
  readonly at: Contact;
}

/** Applies the submissions one after another, as any CRM does with the domain's rules. */
function submit(submissions: readonly Customer[], known: readonly Contact[] = []): Step[] {
  let contacts = known;
  return submissions.map((told) => {
    const before = contacts;
    const { change, contact: at } = placeCustomer(told, before, () => `${before.length}`);
    contacts = change === 'added' ? [...before, at] : before.map((each) => (each.id === at.id ? at : each));
    return { told, before, after: contacts, at };
  });
}
