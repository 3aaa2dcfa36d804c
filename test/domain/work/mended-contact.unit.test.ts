import { describe, expect, it } from 'vitest';
import { type Contact, identityKeys } from '../../../src/domain/intake/contact.ts';
import type { LeadDraft } from '../../../src/domain/intake/lead.ts';
import { nameOf } from '../../../src/domain/intake/name.ts';
import {
  editContact,
  mergedContact,
  parseEdit,
  presentCustomer,
} from '../../../src/domain/work/mended-contact.ts';
import { leadOf } from '../../../src/testing/samples.ts';

const customer = (draft: LeadDraft) => leadOf({ email: undefined, ...draft }).customer;
const contactOf = (draft: LeadDraft, id = 'c'): Contact => {
  const one = customer(draft);
  return { id, ...one, keys: identityKeys(one) };
};
const jhon = { firstName: 'Jhon', lastName: 'Smiht', email: 'john@example.com', phone: '5550107777' };

describe('what a lead says of a customer, once operators have mended the contact', () => {
  const edit = { firstName: 'John', lastName: 'Smith', phone: '5550108888' };
  const said = [jhon, { firstName: 'JHON', phone: '15550107777' }, { firstName: 'Maria', phone: jhon.phone }];
  const mended = editContact(contactOf(jhon), parseEdit(edit), [], said.map(customer));
  const present = (draft: LeadDraft) => {
    const now = presentCustomer(customer(draft), mended);
    return now && [nameOf(now), now.email?.value, now.phone?.value];
  };

  it.each<[string, LeadDraft, unknown]>([
    ['as it was', jhon, ['John Smith', 'john@example.com', '5550108888']],
    ['the first name alone, spelt otherwise', said[1] ?? {}, ['John Smith', undefined, '5550108888']],
    ['sent again, after the edit', { ...jhon, zip: '1' }, ['John Smith', 'john@example.com', '5550108888']],
    [
      'the right name with the old phone',
      { firstName: 'john', phone: jhon.phone },
      ['john', undefined, '5550108888'],
    ],
    [
      'another name of the email’s holder',
      { ...jhon, firstName: 'J.' },
      ['J. Smiht', 'john@example.com', '5550108888'],
    ],
    [
      'another phone of the same person',
      { ...jhon, phone: '5550101111' },
      ['John Smith', 'john@example.com', '5550101111'],
    ],
    ['somebody else with the phone', said[2] ?? {}, undefined],
    ['what it says now', { ...jhon, ...edit }, undefined],
  ])('is mended: %s', (_what, draft, now) => expect(present(draft)).toEqual(now));

  it('is as it was sent while nobody has mended it, and of an erased customer nothing', () => {
    expect(presentCustomer(customer(jhon), { ...contactOf(jhon), firstName: 'Bob' })).toBeUndefined();
    expect(presentCustomer(undefined, mended)).toBeUndefined();
    expect(presentCustomer(customer(jhon), undefined)).toBeUndefined();
  });

  it('has no phone if the wrong one was taken away', () => {
    const left = editContact(contactOf(jhon), parseEdit({ phone: '' }), [], [customer(jhon)]);
    expect(presentCustomer(customer(jhon), left)).toMatchObject({ firstName: 'Jhon', phone: undefined });
  });

  it('has the name of the contact that was kept in a merge, and its own phone', () => {
    const other = { firstName: 'Johnny', lastName: 'Smith', email: 'j@example.com', phone: '5550101111' };
    const whole = mergedContact(contactOf({ ...jhon, ...edit }), contactOf(other, 'd'), [customer(other)]);
    const now = presentCustomer(customer(other), whole);
    expect(now && [nameOf(now), now.email?.value, now.phone?.value]).toEqual([
      'John Smith',
      'j@example.com',
      '5550101111',
    ]);
  });
});
