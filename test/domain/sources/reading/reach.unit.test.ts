import { expect, it } from 'vitest';
import { reachOf } from '../../../../src/domain/sources/reading/reach.ts';

const ada = 'ada@example.com';
const phone = '604-555-0123';

const texts = (place: string, values: readonly string[]) => values.map((value) => ({ place, value }));

it.each<
  [
    why: string,
    sent: { emails?: string[]; phones?: string[] },
    read: { email?: string; phone?: string; notes?: string[] },
  ]
>([
  ['both', { emails: [ada], phones: [phone] }, { email: ada, phone }],
  [
    'a name around an email',
    { emails: [`Ada <${ada}>`] },
    { email: ada, notes: [`Email as sent: Ada <${ada}>`] },
  ],
  ['brackets alone', { emails: [`<mailto:${ada}>`] }, { email: ada }],
  ['a dot at the end', { emails: [`${ada}.`] }, { email: ada }],
  ['the same email twice', { emails: [ada, 'ADA@example.com'] }, { email: ada }],
  [
    'two emails',
    { emails: [`${ada}, b@example.com`] },
    { email: ada, notes: ['Other email: b@example.com'] },
  ],
  [
    'a good email, a broken phone',
    { emails: [ada], phones: ['555-0123 x204'] },
    { email: ada, notes: ['tel: 555-0123 x204'] },
  ],
  [
    'a good email, a Danish number',
    { emails: [ada], phones: ['+45 32 12 34 56'] },
    { email: ada, notes: ['tel: +45 32 12 34 56'] },
  ],
  ['a good phone, a broken email', { emails: ['ada@'], phones: [phone] }, { phone, notes: ['mail: ada@'] }],
  [
    'a good phone, no email in words',
    { emails: ['none'], phones: [phone] },
    { phone, notes: ['mail: none'] },
  ],
  [
    'a phone without what stands around it',
    { phones: ['604 555 0123 ext 12'] },
    { phone: '604 555 0123', notes: ['Extension: 12'] },
  ],
  [
    'two phones',
    { phones: [phone, '604 555 0199', '(604) 555-0123'] },
    { phone, notes: ['tel: 604 555 0199'] },
  ],
  ['the second phone is one', { phones: ['n/a', phone] }, { phone, notes: ['tel: n/a'] }],
  [
    'neither is good',
    { emails: ['ada@', 'x'], phones: ['555-0123'] },
    { email: 'ada@', phone: '555-0123', notes: ['mail: x'] },
  ],
  ['a Danish number alone is no phone', { phones: ['+45 32 12 34 56'] }, { notes: ['tel: +45 32 12 34 56'] }],
  ['nothing', {}, {}],
])('%s', (_, { emails = [], phones = [] }, { notes = [], ...read }) => {
  const { used: _used, noted: _noted, ...reach } = reachOf(texts('mail', emails), texts('tel', phones));
  expect(reach).toEqual({
    email: undefined,
    phone: undefined,
    ...read,
    notes,
  });
});
