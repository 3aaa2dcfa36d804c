import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readSent } from '../../../../../src/adapters/inbound/sources/kinds.ts';
import { someSource } from '../../../../support/sources.ts';

const folder = new URL('sent/', import.meta.url);
const [, comments = ''] =
  /<comments>(.*)<\/comments>/s.exec(readFileSync(new URL('lead.xml', folder), 'utf8')) ?? [];

/** One lead, `lead.xml`, as programs sent it: names of files say which, their versions and what was asked of them. */
const sent = readdirSync(folder).map((name) => name.replace(/-(\d[\w.]*)-/, ' $1 '));

it.each(sent)('%s', async (name) => {
  const leads = await readSent(someSource('adf'), readFileSync(new URL(name.replaceAll(' ', '-'), folder)));
  expect(leads).toHaveLength(1);
  expect(leads[0]).toMatchObject({
    fields: {
      firstName: 'Zoé',
      lastName: 'Núñez',
      email: 'zoe@example.com',
      phone: '555-201-4477',
      zip: '02134',
      vehicleYear: '2021',
      vehicleMake: 'Citroën',
      vehicleModel: 'C4',
      notes: expect.stringContaining(comments.replace('&amp;', '&')),
      vendorName: 'Carhound',
    },
    senderId: '4711@carhound',
    guessedType: 'sales',
  });
});
