import type { DealType } from '../../src/domain/deal-type.ts';
import type { RefusedRequest } from '../../src/operators/application/ports/outbound/refusals.ts';

/** What the demo's leads are made of. Nobody and nothing in it exists: example domains, and phones with 555-01. */

export const vendors = [
  { name: 'Blue Motors', sends: ['Blue Motors', 'Blue Motors – Downtown', 'Blue Motors – Airport'] },
  { name: 'Autohaus Köhler & Söhne', sends: ['Autohaus Köhler & Söhne'] },
  { name: '桜自動車', sends: ['桜自動車', '桜自動車 西店'] },
  { name: 'Northern Commercial Fleet, Leasing & Mobility Partners of the Greater Lakes', sends: ['NCFLMP'] },
  { name: 'Автосалон «Берёзка»', sends: ['Автосалон «Берёзка»'] },
  { name: 'QuickQuote.example', sends: ['QuickQuote.example'] },
] as const;

/** It has sent nothing for a while. */
export const quietVendor = 4;

export const salespeople = ['Amara Okafor', 'Jonas Weber', 'Mei-Ling Chen', 'Théo Lefèvre'] as const;

/** First and last name, as people write them. */
export const people: readonly (readonly [string, (string | undefined)?])[] = [
  ['Ada', 'Byron'],
  ['Carlos', 'de la Cruz'],
  ['Priya', 'Patel'],
  ['Mary', 'Ito'],
  ['Sean', "O'Malley"],
  ['Zoë', 'Łukasik'],
  ['Søren', 'Ågård'],
  ['İpek', 'Çağlayan'],
  ['Þóra', 'Sigurðardóttir'],
  ['María José', 'Fernández-Quesada y Álvarez de Toledo'],
  ['Nguyễn', 'Thị Thanh Hương'],
  ['Оксана', 'Шевчук'],
  ['Дмитрий', 'Соколов'],
  ['Ελένη', 'Παπαδοπούλου'],
  ['Անի', 'Հակոբյան'],
  ['ليلى', 'العبدالله'],
  ['محمد', 'الحسن'],
  ['נועה', 'בן־דוד'],
  ['نسترن', 'می‌خواه'],
  ['さくら', '田中'],
  ['健太', '佐藤'],
  ['민준', '김'],
  ['志明', '陳'],
  ['慧', '欧阳'],
  ['ปิยะนุช', 'ศรีสุวรรณ'],
  ['अनन्या', 'शर्मा'],
  ['রহিম', 'চৌধুরী'],
  ['நிலா', 'முருகன்'],
  ['Wanjiru', 'Kamau'],
  ['Chidi', 'Eze'],
  ['Thandiwe', 'Nkosi'],
  ['ሰላም', 'ተስፋዬ'],
  ['Fatou'],
  ['Bob', 'Miller'],
  ['Emily', 'Clark'],
  ['James', 'Young'],
  ['Linda', 'Baker'],
  ['Omar', 'Reed'],
  ['Hannah', 'Fischer'],
  ['Luca', 'Rinaldi'],
  ['Inês', 'Carvalho'],
  ['Piet', 'van der Berg'],
  ['Kaʻiulani', 'Kealoha'],
  ['Sunny'],
  ['Maximiliane-Friederike', 'Freifrau von und zu Hohenstein'],
];

export const notes: Readonly<Record<DealType, readonly string[]>> = {
  sales: [
    'Is the blue one still there?',
    'Call after 5 pm.',
    'Wants a test drive on Saturday, with a child seat.',
  ],
  service: [
    'The brakes squeak.',
    'Inspection is due.',
    'A warning light came on.\nIt goes off after ten minutes.',
  ],
  rental: ['Needs a van from Friday to Monday.', 'Two weeks in August, unlimited miles.'],
  lift: [
    'A wheelchair lift for a high-roof van.',
    'Lift is stuck halfway. Urgent: the school bus runs on Monday.',
  ],
  commercial: [
    'Fleet of twelve, replacement over two years.',
    'A quote for three refrigerated vans, please.',
  ],
  'buy-back': ['What would you pay for it? Accident-free, second owner.', 'Lease ends in March.'],
  other: ['Do you sell winter tyres?', 'I lost my key.'],
};

export const vehicles = [
  ['Ford', 'Transit'],
  ['Toyota', 'Corolla'],
  ['Honda', 'Odyssey'],
  ['Volkswagen', 'ID. Buzz'],
  ['Chevrolet', 'Silverado 1500'],
  ['Hyundai', 'Kona'],
  ['Škoda', 'Octavia'],
  ['Ram', 'ProMaster'],
] as const;

/** Why a lead was moved there, if somebody said so. */
export const reasons = {
  Quoted: ['Sent the offer by mail', 'Quoted with trade-in', undefined, undefined],
  'Evaluation Scheduled': ['Tuesday, 9 am', 'At the customer’s yard', undefined],
  Won: ['Signed', 'Signed on Friday', 'Paid the deposit', undefined],
} as const;

/** Why a lead was lost: what was written, and the code of one of `lostReasons`, if somebody chose it. */
export const lost: readonly (readonly [reason: string | undefined, code?: string])[] = [
  ['Bought elsewhere', 'elsewhere'],
  [undefined, 'elsewhere'],
  ['No answer after four calls', 'unreachable'],
  ['Out of budget', 'price'],
  [undefined, 'price'],
  ['Only wanted a price', 'later'],
  [undefined, 'duplicate'],
  [undefined],
];

/** As the settings have them by default. */
export const lostReasons =
  'price=Too expensive,elsewhere=Bought elsewhere,unreachable=Not reached,later=Not now,!duplicate=Duplicate';

/** What somebody wrote down of what they did. */
export const said = {
  reached: ['Wants an offer by Friday', 'Decides with her brother', 'Will send photos', undefined],
  wrote: ['Sent the brochure', 'Asked for the mileage', undefined],
  'no-answer': ['Left a message', undefined],
} as const;

/** Why a vendor is refused, in the labels of the log. */
export const refusals: readonly Pick<RefusedRequest, 'reason' | 'status' | 'problems'>[] = [
  { reason: 'invalid-lead', status: 400, problems: ['phone invalid-phone'] },
  { reason: 'invalid-lead', status: 400, problems: ['first_name missing', 'deal_type not-a-deal-type'] },
  { reason: 'expired-key', status: 403, problems: undefined },
  { reason: 'too-many-requests', status: 429, problems: undefined },
  { reason: 'media-type', status: 415, problems: undefined },
  { reason: 'idempotency-key-reused', status: 422, problems: undefined },
];
