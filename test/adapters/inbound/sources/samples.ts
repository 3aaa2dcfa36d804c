/** What became of a sample. */
export interface Sample {
  /** Its name says what is unusual about it. */
  readonly file: string;
  /** Of the answer. */
  readonly status: number;
  /** The leads that came of it, as they are kept. */
  readonly leads?: readonly SampleLead[];
  /** What a person has to read, with the fields that could be. */
  readonly held?: {
    readonly why: string;
    readonly problems?: readonly string[];
    readonly fields: Readonly<Record<string, string>>;
  };
}

type SampleLead = Readonly<Partial<Record<keyof typeof maria | 'vehicle', string | undefined>>>;

/** The lead of most files: what a file has of its own is said beside it. */
const maria = {
  firstName: 'Maria',
  lastName: 'Okafor',
  email: 'maria.okafor@example.com',
  phone: '5552014477',
  zip: '45501',
  dealType: 'sales',
  vendorName: 'Carhound',
  externalId: '4417',
  vehicle: '2026 Honda Pilot',
  notes:
    'Is it still there?\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
};

/** Real-looking files of each kind, after the shapes that senders are known for; the people are made up. Neither lead nor held: refused, or nobody's. */
export const samples: readonly Sample[] = [
  {
    file: 'adf-all-cdata.xml',
    status: 200,
    leads: [
      {
        firstName: 'Aiko',
        lastName: 'Tanaka',
        email: 'aiko.tanaka@example.com',
        phone: '15554107788',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: 'CC-90021',
        vehicle: '2026 Honda Pilot',
        notes:
          'Test drive on Saturday?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-bare-ampersand.xml',
    status: 200,
    leads: [
      {
        ...maria,
        notes:
          'Looking for a car for me & my son. AT&T customer, R&D staff discount?\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-bare-prospect.xml',
    status: 200,
    leads: [
      {
        firstName: 'Lena',
        lastName: 'Fischer',
        email: 'lena.fischer@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: 'bp-1',
        notes: 'Needs Deal Type. No comment.',
      },
    ],
  },
  { file: 'adf-blank-before.xml', status: 200, leads: [maria] },
  {
    file: 'adf-br.xml',
    status: 200,
    leads: [
      {
        ...maria,
        notes:
          'First line\nSecond line\nThird line\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-business.xml',
    status: 200,
    leads: [
      {
        firstName: 'Hill & Dale Landscaping LLC',
        phone: '5557301200',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors\nExtension: 14',
      },
    ],
  },
  {
    file: 'adf-canadian.xml',
    status: 200,
    leads: [
      {
        firstName: 'Élodie',
        lastName: 'Côté',
        email: 'elodie.cote@example.com',
        zip: 'H7V 2X9',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207, price (msrp) 52,400 CAD\nAddress: 4 rue du Parc, Laval, QC, H7V 2X9, CA\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  { file: 'adf-capitals.xml', status: 200, leads: [maria] },
  {
    file: 'adf-cdata-html.xml',
    status: 200,
    leads: [
      {
        ...maria,
        notes:
          'Call me\nafter 5 & before 8.\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-co-buyer.xml',
    status: 200,
    leads: [
      {
        ...maria,
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nAlso: Ben Okafor, 555-201-4478\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-comment-places.xml',
    status: 200,
    leads: [
      {
        firstName: 'Omar',
        lastName: 'Haddad',
        email: 'omar.haddad@example.com',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2024 Ford F-150',
        notes:
          'The blue one.\nPrefers text.\nFound you on the radio.\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  { file: 'adf-customer-id.xml', status: 200, leads: [{ ...maria, externalId: 'K-19' }] },
  {
    file: 'adf-cut-off.xml',
    status: 202,
    held: {
      why: 'cut-off',
      fields: {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        vehicleYear: '2026',
        vehicleMake: 'Honda',
        vehicleModel: 'Pilot',
        externalLeadId: '4417',
        dealType: 'sales',
        vendorName: 'Carhound',
        notes: 'Vehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00',
      },
    },
  },
  { file: 'adf-declaration-open.xml', status: 200, leads: [maria] },
  { file: 'adf-doctype.xml', status: 200, leads: [maria] },
  { file: 'adf-empty-id.xml', status: 200, leads: [{ ...maria, externalId: 'sMedia:208841' }] },
  {
    file: 'adf-empty-vehicle.xml',
    status: 200,
    leads: [
      {
        ...maria,
        notes:
          'Is it still there?\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
        vehicle: undefined,
      },
    ],
  },
  {
    file: 'adf-filler-phone.xml',
    status: 200,
    leads: [
      {
        firstName: 'Ruth',
        lastName: 'Adeyemi',
        email: 'ruth.adeyemi@example.com',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors\nOther phone (home): (000) 000-0000',
      },
    ],
  },
  {
    file: 'adf-full-beside-parts.xml',
    status: 200,
    leads: [
      {
        firstName: 'Samuel T.',
        lastName: 'Reed Jr.',
        phone: '5554019922',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors\nName as sent: Dr. Samuel T. Reed Jr.',
      },
    ],
  },
  {
    file: 'adf-full-without-part.xml',
    status: 200,
    leads: [
      {
        firstName: 'Grace',
        lastName: 'Lin-Moreau',
        email: 'grace@example.com',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-html-entities.xml',
    status: 200,
    leads: [
      {
        firstName: 'Renée',
        lastName: 'Dupré',
        email: 'renee.dupre@example.com',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-html-page.xml',
    status: 202,
    held: {
      why: 'no-document',
      fields: { dealType: 'other', vendorName: 'Riverside Partners', notes: 'No comment.' },
    },
  },
  {
    file: 'adf-kilometres.xml',
    status: 200,
    leads: [
      {
        ...maria,
        vehicle: '2022 Kia EV6',
        notes:
          'Is it still there?\nInterest: lease\nVehicle: 20400 km\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-latin-1.xml',
    status: 200,
    leads: [
      {
        firstName: 'José',
        lastName: 'Núñez',
        email: 'jose.nunez@example.com',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-leadtype.xml',
    status: 200,
    leads: [
      {
        ...maria,
        dealType: 'service',
        notes:
          'Oil change on Tuesday\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
        vehicle: undefined,
      },
    ],
  },
  {
    file: 'adf-lesser-sign.xml',
    status: 200,
    leads: [
      {
        ...maria,
        notes:
          'I <3 this car, price < 20000?\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-no-name.xml',
    status: 202,
    held: {
      why: 'invalid-lead',
      problems: ['firstName missing'],
      fields: {
        email: 'nobody@example.com',
        vehicleYear: '2026',
        vehicleMake: 'Honda',
        vehicleModel: 'Pilot',
        externalLeadId: '4417',
        dealType: 'sales',
        vendorName: 'Carhound',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    },
  },
  {
    file: 'adf-no-provider.xml',
    status: 200,
    leads: [
      {
        ...maria,
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-no-vehicle.xml',
    status: 200,
    leads: [
      {
        ...maria,
        dealType: 'other',
        notes:
          'Needs Deal Type. Do you service hybrids?\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
        vehicle: undefined,
      },
    ],
  },
  {
    file: 'adf-no-way-to-reach.xml',
    status: 202,
    held: {
      why: 'invalid-lead',
      problems: ['phone invalid-phone'],
      fields: {
        firstName: 'Silent',
        lastName: 'Sam',
        phone: '555-1234',
        vehicleYear: '2026',
        vehicleMake: 'Honda',
        vehicleModel: 'Pilot',
        externalLeadId: '4417',
        dealType: 'sales',
        vendorName: 'Carhound',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    },
  },
  {
    file: 'adf-own-entity.xml',
    status: 202,
    held: {
      why: 'broken',
      fields: { firstName: '&b;', dealType: 'other', vendorName: 'Riverside Partners', notes: 'No comment.' },
    },
  },
  {
    file: 'adf-phone-in-comments.xml',
    status: 200,
    leads: [
      {
        firstName: 'Vera',
        lastName: 'Novak',
        email: 'vera.novak@example.com',
        phone: '5558182020',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Name: Vera Novak\nPhone: 555-818-2020\nEmail: vera.novak@example.com\nI want to sell my car\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-preferred-phone.xml',
    status: 200,
    leads: [
      {
        firstName: 'Paul',
        phone: '5553334444',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nPreferred contact: phone (work)\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors\nOther phone (home): 555-111-1111',
      },
    ],
  },
  {
    file: 'adf-prefix.xml',
    status: 200,
    leads: [
      {
        firstName: 'Tom',
        lastName: 'Brandt',
        phone: '5553102299',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: '77-A',
        notes: 'Needs Deal Type. No comment.',
      },
    ],
  },
  {
    file: 'adf-provider-email.xml',
    status: 200,
    leads: [
      {
        firstName: 'Karl',
        lastName: 'Jensen',
        email: 'karl.jensen@example.com',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  { file: 'adf-resend.xml', status: 200, leads: [maria] },
  {
    file: 'adf-sell-alone.xml',
    status: 200,
    leads: [
      {
        ...maria,
        dealType: 'buy-back',
        vehicle: '2018 Mazda CX-5 61000',
        notes:
          'Is it still there?\nInterest: sell\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  { file: 'adf-standard.xml', status: 200, leads: [maria] },
  {
    file: 'adf-surname.xml',
    status: 200,
    leads: [
      {
        firstName: 'Ines',
        lastName: 'Duarte',
        email: 'ines.duarte@example.com',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-three-phones.xml',
    status: 200,
    leads: [
      {
        firstName: 'Noah',
        lastName: 'Berg',
        email: 'noah.berg@example.com',
        phone: '15552223000',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors\nOther phone (home, evening): 555-222-1000\nOther phone (work): 555-222-2000 ext. 31',
      },
    ],
  },
  {
    file: 'adf-time-and-finance.xml',
    status: 200,
    leads: [
      {
        ...maria,
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nWhen: Within two weeks, from 2026-11-21\nFinance: finance, monthly 350\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-trade-first.xml',
    status: 200,
    leads: [
      {
        ...maria,
        vehicle: '2026 Toyota RAV4',
        notes:
          'Is it still there?\nVehicle: new\nTrade-in: 2015 Toyota Corolla, 84200 miles, used, VIN 2T1BURHE0FC000001\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  {
    file: 'adf-two-prospects.xml',
    status: 200,
    leads: [
      {
        firstName: 'Ana',
        lastName: 'Silva',
        email: 'ana.silva@example.com',
        dealType: 'other',
        vendorName: 'F',
        externalId: '1',
        notes: 'Needs Deal Type. No comment.',
      },
      {
        firstName: 'Bo',
        lastName: 'Larsen',
        phone: '5556621010',
        dealType: 'other',
        vendorName: 'F',
        externalId: '2',
        notes: 'Needs Deal Type. No comment.',
      },
    ],
  },
  { file: 'adf-unquoted.xml', status: 200, leads: [{ ...maria, externalId: '4420' }] },
  { file: 'form-cut-multipart.txt', status: 400 },
  {
    file: 'form-honeypot.txt',
    status: 200,
    held: {
      why: 'trapped',
      fields: {
        firstName: 'Buy',
        email: 'spam@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'cheap',
      },
    },
  },
  {
    file: 'form-json.txt',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. From a script',
      },
    ],
  },
  {
    file: 'form-multipart.txt',
    status: 200,
    leads: [
      {
        firstName: 'Ada',
        email: 'ada@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. Line 1\r\nLine 2',
      },
    ],
  },
  {
    file: 'form-no-way-to-reach.txt',
    status: 202,
    held: {
      why: 'invalid-lead',
      problems: ['email contact-missing'],
      fields: {
        firstName: 'Quiet',
        lastName: 'Quentin',
        notes: 'Hello',
        dealType: 'other',
        vendorName: 'Riverside Partners',
      },
    },
  },
  {
    file: 'form-own-names.txt',
    status: 200,
    leads: [
      {
        firstName: 'Eva',
        email: 'eva@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. Probefahrt\nnewsletter: no',
      },
    ],
  },
  {
    file: 'form-php-brackets.txt',
    status: 200,
    leads: [
      {
        firstName: 'Zoe',
        lastName: 'Park',
        phone: '5558112233',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. lead[color]: red',
      },
    ],
  },
  {
    file: 'form-plain.txt',
    status: 200,
    leads: [
      {
        firstName: 'Nora',
        lastName: 'Quinn',
        email: 'nora.quinn@example.com',
        phone: '15559001234',
        dealType: 'service',
        vendorName: 'Riverside Partners',
        notes: 'Brakes squeal\r\nSince Monday',
      },
    ],
  },
  {
    file: 'form-usual-names.txt',
    status: 200,
    leads: [
      {
        firstName: 'Hugo',
        lastName: 'Weiss',
        email: 'hugo.weiss@example.com',
        phone: '5557001000',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. Price?',
      },
    ],
  },
  { file: 'form-with-file.txt', status: 400 },
  {
    file: 'form-wrong-email.txt',
    status: 202,
    held: {
      why: 'invalid-lead',
      problems: ['email invalid-email'],
      fields: {
        email: 'mary@example',
        firstName: 'Mary',
        lastName: 'Typo',
        notes: 'Call me',
        dealType: 'other',
        vendorName: 'Riverside Partners',
      },
    },
  },
  {
    file: 'google-no-columns.txt',
    status: 200,
    held: {
      why: 'invalid-lead',
      problems: ['firstName missing', 'email contact-missing'],
      fields: {
        externalLeadId: 'L-5',
        notes: 'form_id: 1',
        dealType: 'other',
        vendorName: 'Riverside Partners',
      },
    },
  },
  {
    file: 'google-no-lead-id.txt',
    status: 200,
    leads: [
      {
        firstName: 'Otto',
        lastName: 'Klein',
        email: 'otto.klein@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. No comment.',
      },
    ],
  },
  {
    file: 'google-no-way-to-reach.txt',
    status: 200,
    held: {
      why: 'invalid-lead',
      problems: ['email contact-missing'],
      fields: {
        firstName: 'Mute',
        lastName: 'Mia',
        externalLeadId: 'L-6',
        notes: 'No comment.',
        dealType: 'other',
        vendorName: 'Riverside Partners',
      },
    },
  },
  { file: 'google-not-json.txt', status: 400 },
  {
    file: 'google-parts-of-name.txt',
    status: 200,
    leads: [
      {
        firstName: 'Wei',
        lastName: 'Zhang',
        email: 'wei.zhang@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: 'L-2',
        notes: 'Needs Deal Type. No comment.',
      },
    ],
  },
  {
    file: 'google-questions.txt',
    status: 200,
    leads: [
      {
        firstName: 'Sofia',
        phone: '5556407711',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: 'L-3',
        vehicle: 'Golf',
        notes: 'Needs Deal Type. When?: Next month\nDo you have a trade-in?: Yes, a 2014 Focus\ngcl_id: abc',
      },
    ],
  },
  {
    file: 'google-sample.txt',
    status: 200,
    leads: [
      {
        firstName: 'Jamie',
        lastName: 'Rivera',
        email: 'jamie.rivera@example.com',
        phone: '15555550100',
        zip: '94043',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId:
          'TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz-0123456789-AaBbCcDdEeFfGgHhIi',
        notes:
          'Needs Deal Type. gcl_id: Cj0KCQiA-made-up\ncampaign_id: 9007199254740993123\nform_id: 40000000000',
      },
    ],
  },
  { file: 'google-test.txt', status: 200 },
  {
    file: 'google-two-emails.txt',
    status: 200,
    leads: [
      {
        firstName: 'Ali',
        lastName: 'Reza',
        email: 'ali@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: 'L-4',
        notes: 'Needs Deal Type. Work Email: ali@work.example.com',
      },
    ],
  },
  { file: 'google-wrong-key.txt', status: 403 },
  { file: 'mail-attachment.eml', status: 200, leads: [maria] },
  { file: 'mail-forwarded.eml', status: 200, leads: [maria] },
  { file: 'mail-html.eml', status: 200, leads: [maria] },
  {
    file: 'mail-latin-1.eml',
    status: 200,
    leads: [
      {
        firstName: 'María',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '5552014477',
        zip: '45501',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  { file: 'mail-plain-text-type.eml', status: 200, leads: [maria] },
  { file: 'mail-plain.eml', status: 200, leads: [maria] },
  {
    file: 'mail-quoted-printable.eml',
    status: 200,
    leads: [
      {
        firstName: 'María',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '5552014477',
        zip: '45501',
        dealType: 'sales',
        vendorName: 'Carhound',
        externalId: '4417',
        vehicle: '2026 Honda Pilot',
        notes:
          'Is it still there?\nVehicle: new, EX-L, stock H2207\nWhen to call: day\nAddress: 12 Elm Street, Springfield, OH, 45501\nRequest date: 2026-11-20T10:15:00-05:00\nService: New car leads\nDealer: Riverside Motors',
      },
    ],
  },
  { file: 'mail-text-and-attachment.eml', status: 200, leads: [maria] },
  { file: 'mail-undeclared-quoted-printable.eml', status: 200, leads: [maria] },
  {
    file: 'json-callrail-call.json',
    status: 200,
    leads: [
      {
        firstName: 'MARIA',
        lastName: 'OKAFOR',
        phone: '17205550123',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: 'CAL8154748ae6bd4e278a7cddd38a662f4f',
        notes:
          'Needs Deal Type. City: Denver\nState: CO\nNote: Asks for the Pilot\nSeconds: 60\nAnswered: true\nVoicemail: false\nCall began: 2026-11-02T15:27:57-04:00\nCalled number: +13035550199\nRecording: https://app.example.com/calls/CAL1/recording\nSource: Google My Business',
      },
    ],
  },
  {
    file: 'json-callrail-form.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '7205550123',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: 'FRM8154748ae6bd4e278a7cddd38a662f4f',
        notes:
          'Needs Deal Type. Is it still there?\nPage: https://www.example.com/contact\nSource: Direct\nFirst page: https://www.example.com/',
      },
    ],
  },
  {
    file: 'json-cut-off.txt',
    status: 200,
    held: {
      why: 'not-text',
      fields: { dealType: 'other', vendorName: 'Riverside Partners', notes: 'No comment.' },
    },
  },
  {
    file: 'json-elementor.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        phone: '6045550123',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. Which car?: Pilot\nForm: New Form\nPage: https://www.example.com/contact',
      },
    ],
  },
  {
    file: 'json-elementor.txt',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. form[name]: New Form',
      },
    ],
  },
  {
    file: 'json-flat.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '6045550123',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: '12345678901234567890',
        notes: 'Needs Deal Type. Is it still there?\nnewsletter: true\nbudget: 31000.5',
      },
    ],
  },
  {
    file: 'json-gravity.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '6045550123',
        zip: '45501',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: '1-3233',
        notes:
          'Needs Deal Type. 7: Is it still there?\n5.1: 12 Elm Street\n5.3: Springfield\n5.4: OH\nPage: https://www.example.com/contact/',
      },
    ],
  },
  {
    file: 'json-hubspot.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes:
          'Needs Deal Type. Is it still there?\n0-2/phone: 604-555-0199\nPage: Example page\nAddress of the page: www.example.com/page',
      },
    ],
  },
  {
    file: 'json-jotform.txt',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '6045550123',
        zip: '45501',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: '5308741572752112119',
        notes:
          'Needs Deal Type. Is it still there?\nfullName.prefix: Mrs.\naddress.addr_line1: 12 Elm Street\naddress.city: Springfield\naddress.state: OH\ninterestedIn: Pilot\ninterestedIn: Passport\nvisitOn: 2026-11-09\nForm: Contact form',
      },
    ],
  },
  {
    file: 'json-leadconduit.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '6045550123',
        zip: '45501',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: '54d25ba5b4b4e3a7a0bd7a1c',
        notes: 'Needs Deal Type. Is it still there?\nphone_2: 6045550199',
      },
    ],
  },
  {
    file: 'json-nested.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '6045550123',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: 'L-77',
        notes:
          'Needs Deal Type. customer.phones.0.type: mobile\ndealer.name: Riverside Motors\ndealer.email: sales@dealer.example\ndealer.phone: 604-555-0100\nevent: lead.created\nname: Website lead\nTrade-in: 2009 Mazda\ncustomer.emails: m.okafor@example.com',
        vehicle: '2026 Honda Pilot',
      },
    ],
  },
  {
    file: 'json-no-way-to-reach.txt',
    status: 200,
    held: {
      why: 'invalid-lead',
      problems: ['email contact-missing'],
      fields: {
        dealType: 'other',
        vendorName: 'Riverside Partners',
        firstName: 'Maria',
        lastName: 'Okafor',
        notes: 'dealer.email: sales@dealer.example',
      },
    },
  },
  {
    file: 'json-own-names.txt',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        email: 'maria.okafor@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. No comment.',
      },
    ],
  },
  {
    file: 'json-pairs.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        notes: 'Needs Deal Type. Extras: tow bar\nExtras: roof rack',
      },
    ],
  },
  {
    file: 'json-two-leads.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: '1',
        notes: 'Needs Deal Type. No comment.',
      },
      {
        firstName: 'Aiko',
        lastName: 'Tanaka',
        phone: '6045550123',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: '2',
        notes: 'Needs Deal Type. No comment.',
      },
    ],
  },
  {
    file: 'json-typeform.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '16045550123',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: 'a3a12ec67a1365927098a606107fac15',
        notes:
          'Needs Deal Type. Which of these do you like?: Pilot, Passport, a van\nDo you have a car to trade in?: yes\nWhen can you come?: 2026-11-09\noffer: SUV week\nForm: Test drive',
      },
    ],
  },
  {
    file: 'json-webflow.json',
    status: 200,
    leads: [
      {
        firstName: 'Maria',
        lastName: 'Okafor',
        email: 'maria.okafor@example.com',
        phone: '16045550123',
        dealType: 'other',
        vendorName: 'Riverside Partners',
        externalId: '6321ca84df3949bfc6752327',
        notes: 'Needs Deal Type. What are you looking for?: A Pilot\nForm: Contact Us',
      },
    ],
  },
  {
    file: 'mail-without-adf.eml',
    status: 202,
    held: {
      why: 'no-document',
      fields: { dealType: 'other', vendorName: 'Riverside Partners', notes: 'No comment.' },
    },
  },
  { file: 'mail-x-adf-base64.eml', status: 200, leads: [maria] },
];
