import { expect, it } from 'vitest';
import { PhoneNumber } from '../../../../src/domain/phone-number.ts';
import { telephoneIn } from '../../../../src/domain/sources/reading/telephone.ts';
import { phones } from './telephones.ts';

it.each(phones.map(([sent, phone, notes]) => ({ sent, phone, notes })))(
  '$sent is $phone, with notes $notes',
  ({ sent, phone, notes }) => {
    const read = telephoneIn(sent);
    const asSent = `Phone as sent: ${sent.normalize('NFKC').replace(/\s+/g, ' ').trim()}`;
    expect([read.phone, read.notes]).toEqual([phone, notes.map((line) => (line === '*' ? asSent : line))]);
    if (read.written !== undefined) expect(PhoneNumber.parse(read.written).identity).toBe(phone?.slice(-10));
  },
);

it('takes a long text for no number, and the worst in no time', () => {
  const worst = [
    '1'.repeat(255),
    '+'.repeat(255),
    '6 '.repeat(127),
    '(6'.repeat(127),
    '604-555-0123,'.repeat(19),
  ];
  const start = performance.now();
  for (const text of [...worst, '6045550123 '.repeat(60_000)]) telephoneIn(text);
  expect(performance.now() - start).toBeLessThan(100);
  expect(telephoneIn(`6045550123 ${'a'.repeat(300)}`).phone).toBeUndefined();
});
