import type { LeadDraft } from '../../src/domain/lead.ts';
import { type LeadStatus, nextStatuses } from '../../src/domain/lead-status.ts';
import type { openDesk } from './desk.ts';
import { minutes } from './in-memory-operator.ts';

/** Texts that would do harm on a page that does not escape them. */
export const hostileTexts = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</title></textarea></script><b class="planted">x</b>',
  'javascript:alert(1)',
  '" autofocus onfocus="alert(1)" x="',
  '&lt;b&gt; &amp; {{7*7}} <!-- ',
  '\u202eevil\u202c \u2066x',
  '=HYPERLINK("http://example.com","x")',
] as const;

const people: readonly (readonly [first: string, last: string])[] = [
  ['Ada', 'Lovelace'],
  ['Grace', 'Hopper'],
  ['José', 'Núñez-Olivares'],
  ['Zoë', 'Brontë'],
  ['王', '小明'],
  ['美咲', '佐藤'],
  ['محمد', 'الحسن'],
  ['דנה', 'כהן'],
  ['Анна', 'Каренина'],
  ['अनिता', 'शर्मा'],
  ['Nguyễn', 'Thị Minh Khai'],
  ['ສົມສັກ', 'ວົງສາ'],
  ['Γιώργος', 'Παπαδόπουλος'],
  ['Wolfeschlegelsteinhausenbergerdorff', 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'],
  [
    'Maria-Magdalena Theresia Antoinette',
    'von und zu Hohenlohe-Waldenburg-Schillingsfürst und der Altmark, geborene Freiin',
  ],
  ['👩🏽‍🔧 Sam', 'O’Neil'],
  ['Bob', ''],
];
const vendors = [
  'Acme Motors',
  'AutoTrader West',
  'Drive & Co.',
  'Søborg Biler',
  'مؤسسة السيارات',
  'The Very Long Named Online Marketplace for Used and New Vehicles of Every Kind',
];
const owners = [undefined, undefined, 'Grace', 'Linus Torvald', 'Katherine Johnson'];
const types = ['sales', 'sales', 'sales', 'service', 'rental', 'lift', 'commercial', 'buy-back', 'other'];
const notes = [
  'Call after 5 pm.',
  'Looking for a truck that can tow 9,000 lb. Has a 2014 Tacoma to trade in.\nPrefers text messages.',
  'Wants to know whether the winter tyres on the listing are included, and the price without them.',
  'يرجى الاتصال بي بعد صلاة العصر.',
  'お電話は午後にお願いします。',
];

/** Believable leads of the last sixty days, the same each time, with some that nobody would believe. */
export async function fillDesk(desk: Awaited<ReturnType<typeof openDesk>>, count: number): Promise<void> {
  const { operator, time } = desk;
  const now = time.now;
  const random = randomNumbers(7);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const by = 'Grace';
  await desk.addPeople('Grace', 'Linus Torvald', 'Katherine Johnson');
  const accounts = await Promise.all(vendors.map((name) => operator.addVendor({ name, by })));

  for (let n = count; n > 0; n -= 1) {
    const received = now - minutes(3 + (n - 1) * ((60 * 24 * 60) / count) + 20 * random());
    time.now = received;
    const [firstName, lastName] = pick(people);
    const account = pick(accounts);
    const hostile = n % 97 === 5 ? pick(hostileTexts) : undefined;
    const draft: LeadDraft = {
      firstName: hostile ?? firstName,
      lastName: hostile ?? (lastName || undefined),
      email: n % 11 === 0 ? undefined : `customer${n % 1500}@example.com`,
      phone:
        n % 7 === 1
          ? undefined
          : `${n % 5 === 0 ? '1' : ''}${2000000000 + ((n * 7_919_317) % 7_999_999_999)}`.slice(
              0,
              n % 5 === 0 ? 11 : 10,
            ),
      dealType: pick(types),
      vendorName: hostile ?? account.name,
      notes: hostile ?? pick(notes),
      externalLeadId: n % 3 === 0 ? undefined : (hostile ?? `A-${10_000 + n}`),
      ...(n % 2 === 0 && {
        vehicleYear: '2021',
        vehicleMake: 'Ford',
        vehicleModel: 'F-150 Lariat',
        vehicleMiles: '41,200',
      }),
      zip: '94107',
    };
    const id = leadId(n);
    await desk.submit(id, {
      vendorId: account.id,
      draft: draft.email || draft.phone ? draft : { ...draft, email: 'someone@example.com' },
    });
    const owner = pick(owners);
    if (owner) await operator.assignLead({ leadId: id, to: owner, by });
    let status: LeadStatus = 'In Progress';
    for (let moves = Math.floor(random() * 3.2), at = received; moves > 0; moves -= 1) {
      at += minutes(60 * 24 * 6 * random());
      if (at > now) break;
      time.now = at;
      status = pick(nextStatuses(status));
      await operator.moveLead({
        leadId: id,
        to: status,
        reason: hostile ?? (random() < 0.6 ? 'Spoke on the phone' : 'Came back'),
        by: owner ?? by,
      });
    }
    time.now = now;
    if (n % 61 === 9) await operator.eraseLead({ leadId: id, by });
  }
  time.now = now;
}

/** The newest lead is number 1. */
export const leadId = (n: number): string => `019c5a7e-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Always the same (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
