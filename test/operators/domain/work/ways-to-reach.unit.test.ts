import { expect, it } from 'vitest';
import type { Contact } from '../../../../src/domain/contact.ts';
import type { LeadDraft } from '../../../../src/domain/lead.ts';
import { waysToReach } from '../../../../src/operators/domain/work/ways-to-reach.ts';
import { leadOf } from '../../../../suites/samples.ts';

const ada = { firstName: 'Ada', email: undefined, phone: undefined };
const customer = (draft: LeadDraft) => leadOf({ ...ada, ...draft }).customer;
const contact = (draft: LeadDraft, keys: Contact['keys'] = []): Contact => ({
  id: 'c',
  ...customer(draft),
  keys,
});

const told = ({ phones, emails }: ReturnType<typeof waysToReach>) =>
  [...phones, ...emails].map(({ value, name }) => (name ? `${value.value} ${name}` : value.value));

it('knows each number and address once: the lead’s, the contact’s, those of other leads, and of who was merged', () => {
  const keys = ['e:old@example.com', 'p:5550000004', 'e:ada@example.com'] as const;
  const ways = waysToReach(
    { customer: customer({ email: 'Ada@example.com' }) },
    contact({ email: 'ada@example.com', phone: '15550000001' }, keys),
    [
      { customer: customer({ phone: '5550000001' }) },
      { customer: customer({ phone: '5550000002' }), present: customer({ phone: '5550000003' }) },
      { customer: undefined },
    ],
  );
  expect(told(ways)).toEqual([
    ...['15550000001', '5550000003', '5550000004'],
    ...['Ada@example.com', 'old@example.com'],
  ]);
});

it('says whose it is, and puts it last, if only somebody with another first name has it', () => {
  const eve = { firstName: 'Eve', lastName: 'Smith' };
  const ways = waysToReach(
    { customer: customer({ email: 'home@example.com' }) },
    contact({ ...eve, email: 'home@example.com', phone: '5550000001' }),
    [{ customer: customer({ firstName: 'ADA', phone: '5550000002' }) }],
  );
  expect(told(ways)).toEqual(['5550000002', '5550000001 Eve Smith', 'home@example.com']);
});

it('what was mended of the lead is known no more, also if somebody else has it', () => {
  const [sent, present] = [customer({ phone: '5550000001' }), customer({ phone: '5550000002' })];
  const marias = { customer: customer({ firstName: 'Maria', phone: '5550000001' }) };
  expect(told(waysToReach({ customer: sent, present }, undefined, [marias]))).toEqual(['5550000002']);
  expect(told(waysToReach(marias, undefined, [{ customer: sent, present }]))).toEqual([
    ...['5550000001', '5550000002 Ada'],
  ]);
  expect(told(waysToReach({ customer: undefined }, undefined, [marias]))).toEqual([]);
});
