/** Texts that look alike and are different. Each list is a trap for another way of comparing. */

/** The reason why a test with such texts fails. */
export const inexact =
  'two texts were taken for the same: compare character by character (a binary collation)';

/** Emails that the domain takes for different customers. */
export const lookalikeEmails = [
  'rose@example.com',
  'rosé@example.com',
  'ro\u017fe@example.com', // a long s, whose capital is an S
  'roße@example.com',
  'rosse@example.com',
  'r.ose@example.com',
  'rose+1@example.com',
  'rose@example.co',
  'rose@example.com.mx',
  'rose@exämple.com',
  'ose@example.com',
  "ro'se@example.com",
  "ro''se@example.com",
  'ros_@example.com',
  'ros%@example.com',
  'ros?@example.com',
  '*@example.com', // wildcards
];

/** Ids that the ports keep apart: any text, compared exactly. */
export const lookalikeIds = [
  'Lead',
  'lead',
  'lead ',
  ' lead',
  'l\u00e9ad',
  'le\u0301ad',
  'lea_',
  'lea%',
  '1',
  '01',
  '0190abcd-ef01-7abc-8def-0123456789ab',
  '0190ABCD-EF01-7ABC-8DEF-0123456789AB', // one UUID, two texts
];

/** A configured vendor's id without its last character; the name is as long as an account's may be. */
const longestVendor = `static:${'v'.repeat(254)}`;

/** Ids that differ from `vendor-1`. A configured vendor's id contains its name, in any script. */
export const lookalikeVendors = [
  'VENDOR-1',
  'vendor-10',
  'vendor-',
  'vendor-01',
  'vendor-1 ',
  ' vendor-1',
  'v\u00e9ndor-1',
  've\u0301ndor-1',
  'vendor_1',
  'vendor-_',
  'vendor%',
  'vendor-?',
  '*',
  '.*', // wildcards
  `${longestVendor}v`,
  `${longestVendor}w`,
];

export const lookalikeLeadIds = (id: string): readonly string[] => [
  id.toUpperCase(), // the use case reads it before a store is asked
  id.slice(0, -1),
  id.slice(1),
  `${id}0`,
  `${id} `,
  ` ${id}`,
  id.replaceAll('-', ''),
  `{${id}}`,
  ...['_', '?', '%', '*', '.*'].map((wildcard) => id.slice(0, -1) + wildcard),
];

const longestKey = 'k'.repeat(255);
const differentAt = (place: number) => `${longestKey.slice(0, place)}!${longestKey.slice(place + 1)}`;

export const lookalikeKeys = [
  'order 1',
  'Order 1',
  'order 1 ',
  ' order 1',
  'order  1',
  'order1',
  'order+1',
  'order%201',
  'order_1',
  'order ?',
  'order%',
  '*',
  '.*', // wildcards
  '7',
  '007',
  '7.0',
  '7e0',
  '+7',
  'null',
  'undefined',
  'true',
  '""',
  "'",
  '\\',
  '\\\\',
  longestKey,
  ...[64, 100, 128, 200, 250, 254].map(differentAt),
];

const signs = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** Separators with which an adapter may join a vendor's id and an idempotency key to one text. */
export const separators = [
  '',
  ...signs,
  '::',
  '--',
  '__',
  '||',
  '//',
  ', ',
  '; ',
  ': ',
  ' | ',
  ' - ',
  '","',
  '", "',
  "','",
  '":"',
  '%3A',
  '%2C',
  '%7C',
];
