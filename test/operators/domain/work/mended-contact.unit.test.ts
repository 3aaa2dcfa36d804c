import { describe, expect, it } from 'vitest';
import { type Contact, type CustomerAsSent, identityKeys } from '../../../../src/domain/contact.ts';
import type { LeadDraft } from '../../../../src/domain/lead.ts';
import { nameOf } from '../../../../src/domain/name.ts';
import {
  type ContactDraft,
  editContact,
  parseEdit,
} from '../../../../src/operators/domain/work/contact-edit.ts';
import {
  mendedCustomer,
  mergedContact,
  replacedByEdit,
  replacedByMerge,
} from '../../../../src/operators/domain/work/mended-contact.ts';
import { leadOf } from '../../../../suites/samples.ts';

const customer = (draft: LeadDraft) => leadOf({ email: undefined, ...draft }).customer;
const contactOf = (draft: LeadDraft, id = 'c'): Contact => {
  const one = customer(draft);
  return { id, ...one, keys: identityKeys(one) };
};
const jhon = { firstName: 'Jhon', lastName: 'Smiht', email: 'john@example.com', phone: '5550107777' };

describe('what a lead says of a customer, once operators have mended the contact', () => {
  const edit = { firstName: 'John', lastName: 'Smith', phone: '5550108888' };
  const said = [jhon, { firstName: 'JHON', phone: '15550107777' }, { firstName: 'Maria', phone: jhon.phone }];
  /** The leads of a contact, as sent and as mended by one edit after the other. */
  function presentAfter(sent: CustomerAsSent, before: Contact, ...edits: readonly ContactDraft[]) {
    let [contact, present]: [Contact, CustomerAsSent | undefined] = [before, undefined];
    for (const each of edits) {
      const after = editContact(contact, parseEdit(each), []);
      present = mendedCustomer({ customer: sent, present }, after, replacedByEdit(contact, after));
      contact = after;
    }
    return present;
  }
  const shown = (now: CustomerAsSent | undefined) => now && [nameOf(now), now.email?.value, now.phone?.value];
  const present = (draft: LeadDraft) => shown(presentAfter(customer(draft), contactOf(jhon), edit));

  it.each<[string, LeadDraft, unknown]>([
    ['as it was', jhon, ['John Smith', 'john@example.com', '5550108888']],
    ['the first name alone, spelt otherwise', said[1] ?? {}, ['John Smith', undefined, '5550108888']],
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

  it('is as it was sent while nobody has mended it, or it was mended back, and of an erased customer nothing', () => {
    const back = { firstName: jhon.firstName, lastName: jhon.lastName, phone: jhon.phone };
    expect(presentAfter(customer(jhon), contactOf(jhon), { zip: '1' })).toBeUndefined();
    expect(presentAfter(customer(jhon), contactOf(jhon), edit, back)).toBeUndefined();
    expect(mendedCustomer({ customer: undefined }, contactOf(jhon), ['n:jhon'])).toBeUndefined();
  });

  it('follows one edit after the other: no phone if the wrong one was taken away, then the right one', () => {
    const gone = { phone: '' };
    expect(shown(presentAfter(customer(jhon), contactOf(jhon), gone))).toEqual([
      'Jhon Smiht',
      jhon.email,
      undefined,
    ]);
    expect(shown(presentAfter(customer(jhon), contactOf(jhon), gone, edit))).toEqual([
      'John Smith',
      jhon.email,
      '5550108888',
    ]);
  });

  it('has what was added to the contact, and keeps its name as it is while that is right', () => {
    const ada = { firstName: 'Ada', email: 'ada@example.com' };
    const whole = { lastName: 'King', phone: '5550101111' };
    expect(shown(presentAfter(customer(ada), contactOf(ada), whole))).toEqual([
      'Ada King',
      ada.email,
      whole.phone,
    ]);
    const byron = contactOf({ ...ada, lastName: 'Byron' });
    expect(shown(presentAfter(customer(ada), byron, { phone: whole.phone }))).toEqual([
      'Ada',
      ada.email,
      whole.phone,
    ]);
  });

  it('has the name of the contact that was kept in a merge, and its own phone', () => {
    const other = { firstName: 'Johnny', lastName: 'Smith', email: 'j@example.com', phone: '5550101111' };
    const gone = contactOf(other, 'd');
    const whole = mergedContact(contactOf({ ...jhon, ...edit }), gone);
    const now = mendedCustomer({ customer: customer(other) }, whole, replacedByMerge(gone, whole));
    expect(shown(now)).toEqual(['John Smith', 'j@example.com', '5550101111']);
  });
});
