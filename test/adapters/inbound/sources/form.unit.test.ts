import { expect, it } from 'vitest';
import { readForm } from '../../../../src/adapters/inbound/sources/read-form.ts';
import { forms } from './forms.ts';

it.each(forms)('reads $of', ({ sent, read, own = {} }) => {
  const { fields } = readForm(Object.entries(sent), { fields: own, trap: undefined });
  expect(Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))).toEqual(read);
});

it('says what was read from where', () => {
  const sent = {
    'lead[phone][0]': '604-555-0123 x12',
    'lead[phone][1]': '604-555-0124',
    mobile: '(604) 555 0123',
    name: 'Ada Example',
    colour: 'blue',
    email: ' ',
    oid: '1',
  };
  expect(readForm(Object.entries(sent), { fields: {}, trap: undefined }).readFrom).toEqual([
    { field: 'phone', place: 'lead[phone][0]' },
    { place: 'lead[phone][0]' },
    { place: 'lead[phone][1]' },
    { field: 'phone', place: 'mobile' },
    { field: 'firstName', place: 'name' },
    { field: 'lastName', place: 'name' },
    { place: 'colour' },
  ]);
});
