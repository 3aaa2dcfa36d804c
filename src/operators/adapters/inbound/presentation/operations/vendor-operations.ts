import { meaning, optional, text } from '../fields.ts';
import { operation, type Words } from '../operation.ts';
import {
  AddedVendor,
  FreshKey,
  Key,
  KeyList,
  RefusedRequest,
  RefusedRequestList,
  RotatedKey,
  Vendor,
  VendorList,
} from '../shapes/vendor-shapes.ts';
import { duration, positiveDuration } from '../values.ts';

const USUAL_OVERLAP = '7d';

const freshKeyText = (
  { keyId, expires }: { readonly keyId: string; readonly expires?: Date | undefined },
  { time }: Words,
): string =>
  `Key ${keyId} works until ${expires ? time(expires) : 'it is revoked'}. It is shown only once: pass it on securely.`;

export const vendorOperations = [
  operation({
    id: 'listVendors',
    method: 'GET',
    path: '/vendors',
    summary: 'List vendors',
    description: 'The list has those with an account, sorted by name.',
    answer: VendorList,
    run: async ({ operator }) => ({ vendors: (await operator.listVendors()).map((each) => Vendor.of(each)) }),
    command: {
      words: 'vendor list',
      examples: ['vendor list', 'vendor list --json | jq -r ".vendors[].name"'],
    },
  }),
  operation({
    id: 'addVendor',
    method: 'POST',
    path: '/vendors',
    summary: 'Open an account for a vendor',
    body: { name: text('Of the vendor. No two have the same.', { maxLength: 255 }) },
    example: { name: 'Blue Motors' },
    makes: true,
    answer: AddedVendor,
    run: async ({ operator, body: { name }, once }) =>
      AddedVendor.of(await operator.addVendor({ name, once })),
    command: {
      words: 'vendor add <name>',
      begins: true,
      examples: ['vendor add "Blue Motors"', 'vendor add "Blue Motors" --json'],
    },
    form: { on: 'vendors', title: 'Add a vendor', fields: { name: 'Name' }, button: 'Add' },
    said: ({ vendor, name }) => `Added vendor ${name} with the id ${vendor}.`,
  }),
  operation({
    id: 'listKeys',
    method: 'GET',
    path: '/vendors/{vendor}/keys',
    summary: 'List the keys of a vendor',
    description: 'The oldest is first.',
    answer: KeyList,
    async run({ operator, part, now }) {
      const { id, keys } = await operator.listKeys({ vendor: part('vendor') });
      return { vendor: id, keys: keys.map((key) => Key.of(key, { vendor: id, now })) };
    },
    command: { words: 'key list [vendor]', examples: ['key list "Blue Motors"', 'key list --expiring 30d'] },
  }),
  operation({
    id: 'listRefusals',
    method: 'GET',
    path: '/vendors/{vendor}/refusals',
    summary: 'List the last requests of a vendor that were refused',
    description:
      'There are at most fifty of the last month, the newest first, with nothing of what was sent, but the vendor’s own id of the lead. Those of the last seconds may be missing.',
    answer: RefusedRequestList,
    async run({ operator, part }) {
      const { vendorId, requests } = await operator.listRefusals({ vendor: part('vendor') });
      return { vendor: vendorId, requests: requests.map((each) => RefusedRequest.of(each)) };
    },
    command: {
      words: 'vendor refusals <vendor>',
      examples: ['vendor refusals "Blue Motors"', 'vendor refusals static:acme --json'],
    },
  }),
  operation({
    id: 'issueKey',
    method: 'POST',
    path: '/vendors/{vendor}/keys',
    summary: 'Issue a key to a vendor',
    description:
      'Its text is in this answer alone. Sent again with the same Idempotency-Key, the request is refused with 409 `made-before`, and names the key.',
    body: optional({
      expires: meaning('How long it works: `90d`, `12h`. By default until it is revoked.', positiveDuration),
    }),
    example: { expires: '90d' },
    makes: true,
    answer: FreshKey,
    async run({ operator, part, now, body: { expires: term }, once }) {
      const {
        text: key,
        vendor,
        key: issued,
      } = await operator.issueKey({ vendor: part('vendor'), term, once });
      return { key, ...Key.of(issued, { vendor: vendor.id, now }) };
    },
    command: {
      words: 'key issue <vendor>',
      examples: ['key issue "Blue Motors"', 'key issue "Blue Motors" --expires 90d --json'],
    },
    said: freshKeyText,
  }),
  operation({
    id: 'rotateKey',
    method: 'POST',
    path: '/keys/{keyId}/rotate',
    summary: 'Replace a key of a vendor',
    description: 'Both work until the overlap ends. The text of the new one is in this answer alone.',
    body: optional({
      overlap: meaning(`How long the old one works. By default \`${USUAL_OVERLAP}\`.`, duration),
    }),
    example: { overlap: '7d' },
    answer: RotatedKey,
    async run({ operator, part, now, body: { overlap = duration(USUAL_OVERLAP) } }) {
      const {
        text: key,
        vendor,
        key: issued,
        old,
      } = await operator.rotateKey({ keyId: part('keyId'), overlap });
      const oldExpires = old.expires as Date; // it ends, at the latest with the overlap
      return { key, ...Key.of(issued, { vendor: vendor.id, now }), replaces: old.id, oldExpires };
    },
    command: { words: 'key rotate <keyId>', examples: ['key rotate key_… --overlap 14d'] },
    said: ({ replaces, oldExpires, ...issued }, words) =>
      `${freshKeyText(issued, words)} The old key ${replaces} works until ${words.time(oldExpires)}.`,
  }),
  operation({
    id: 'revokeKey',
    method: 'POST',
    path: '/keys/{keyId}/revoke',
    summary: 'Revoke a key of a vendor for good',
    description: 'It stops working everywhere within 5 seconds.',
    answer: Key,
    async run({ operator, part, now }) {
      const { key, vendor } = await operator.revokeKey({ keyId: part('keyId') });
      return Key.of(key, { vendor: vendor.id, now });
    },
    command: { words: 'key revoke <keyId>', examples: ['key revoke key_…'] },
    said: ({ keyId, hint }) => `Revoked ${keyId} (${hint}…): it stops working everywhere within 5 seconds.`,
  }),
];
