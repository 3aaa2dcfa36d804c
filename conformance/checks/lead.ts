import {
  accepted,
  accepts,
  areaCode,
  checks,
  leadWith,
  notVisible,
  phoneDigits,
  refused,
  refuses,
} from '../check.ts';

/** Ordinary notes at which web application firewalls stumble (CRS 3 and 4, levels 1 and 2). */
const likeCommands =
  'Hello,\nCall me please. Color: red; set of 4 tires. Set up a meeting; update me when in stock.';
const likeCode =
  "See https://www.example.com/inventory?id=123&type=used, the 'S' or 'SE' trims (< $400/mo).\n-- \nSent from my phone";
const dealTypes = ['sales', 'service', 'rental', 'lift', 'commercial', 'buy-back', 'other'];
const phone = (text: string) => accepts({ email: undefined, phone: text });
const phoneTexts = {
  error: 'Invalid phone format',
  message: 'Phone must contain 10 digits, or 11 digits starting with 1',
};
const noPhone = (text: string) => refuses({ phone: text }, phoneTexts);

export const leadChecks = [
  ...checks('2.1 Lead: fields', [
    ['first_name is required', refuses({ first_name: undefined })],
    ['first_name has at least one character', refuses({ first_name: '' })],
    ['last_name is optional text', accepts({ last_name: 'Check' })],
    ['last_name is text and nothing else', refuses({ last_name: 5 })],
    ['zip is optional text, of any form', accepts({ zip: 'K1A 0B1' })],
    ['vendor_name is required', refuses({ vendor_name: undefined })],
    ['vendor_name has at least one character', refuses({ vendor_name: '' })],
    ['lead_notes is required', refuses({ lead_notes: undefined })],
    ['lead_notes has at least one character', refuses({ lead_notes: '' })],
    [
      'lead_notes may have several lines',
      accepts({ lead_notes: 'Test lead, please delete.\r\nSecond line.\n' }),
    ],
    ['lead_notes may have what a firewall takes for a command', accepts({ lead_notes: likeCommands })],
    ['lead_notes may have an address and lists', accepts({ lead_notes: likeCode })],
    ['external_lead_id is optional text', accepts({ external_lead_id: 'conformance-1' })],
    ['external_id is optional text', accepts({ external_id: 'conformance-2' })],
    [
      'external_id and external_lead_id may both be sent',
      accepts({ external_lead_id: 'a', external_id: 'b' }),
    ],
    ['external_lead_id takes precedence over external_id', notVisible],
    [
      'vehicle_year, vehicle_make, vehicle_model and vehicle_miles are optional text',
      accepts({ vehicle_year: '2021', vehicle_make: 'Ford', vehicle_model: 'F-150', vehicle_miles: '30000' }),
    ],
  ]),
  ...checks('2.1 Lead: email and phone (rules 1 to 3)', [
    ['email alone is valid', accepts({ phone: undefined })],
    ['phone alone is valid', phone(phoneDigits)],
    ['both are valid', accepts({ phone: phoneDigits })],
    ['one of the two must be present', refuses({ email: undefined, phone: undefined })],
    ['a phone may hold spaces, hyphens and parentheses', phone(`(${areaCode}) 555-0123`)],
    ['a phone may begin with +1', phone(`+1 ${areaCode} 555 0123`)],
    ['a phone may have 11 digits of which the first is 1', phone(`1${phoneDigits}`)],
    ['a phone of 9 digits is refused', noPhone(phoneDigits.slice(1))],
    ['a phone of 11 digits that begins with 2 is refused', noPhone(`2${phoneDigits}`)],
    ['a phone of 12 digits is refused', noPhone(`1${phoneDigits}0`)],
    ['a phone without digits is refused', noPhone('call me')],
  ]),
  ...checks('2.1 Lead: deal_type (rules 5 and 6)', [
    ...dealTypes.map((dealType) => [`"${dealType}" is accepted`, accepts({ deal_type: dealType })] as const),
    ['case does not matter', accepts({ deal_type: 'Buy-BACK' })],
    ['it is never defaulted', refuses({ deal_type: undefined })],
    ['any other value is refused', refuses({ deal_type: 'lease' })],
    ['"other" puts "Needs Deal Type." before the notes', notVisible],
  ]),
  ...checks('2.1 Lead: ZIP (rule 4)', [
    ['zip is kept on the contact, never on the deal', notVisible],
    ['a blank ZIP of a known contact is filled; any other is never overwritten', notVisible],
  ]),
  ...checks('2.1 Lead: content type', [
    [
      'application/json with a charset is read',
      async (service) =>
        void accepted(await service.post(leadWith(), { 'content-type': 'application/json; charset=utf-8' })),
    ],
    [
      'a payload that is not a JSON object is refused',
      async (service) => refused(await service.post('[]'), 400),
    ],
  ]),
];
