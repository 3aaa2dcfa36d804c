import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { apartOf, type HeldWhy } from '../../../../src/domain/sources/held-lead.ts';
import type { Source } from '../../../../src/domain/sources/source.ts';
import { type SourceKind, sourceKinds } from '../../../../src/domain/sources/source-kinds.ts';
import { bytesOf, contentTypeOf, kindOf } from '../../../support/source-samples.ts';
import { SECRET, someSource, sourceService } from '../../../support/sources.ts';
import { samples } from './samples.ts';

const ownNames = { kunde: 'firstName', kontakt: 'email', wunsch: 'notes' } as const;
const ownPaths = { 'kunde[ansprache]': 'firstName', kontakt: 'email' } as const;

const ownOf: Partial<Record<SourceKind, Source['fields']>> = { form: ownNames, json: ownPaths };
const sources = sourceKinds.map((kind) => someSource(kind, { fields: ownOf[kind] ?? {} }));

it('has a row for each file', () => {
  const files = readdirSync(new URL('./samples/', import.meta.url));
  expect(samples.map(({ file }) => file).sort()).toEqual(files.sort());
});

it.each(samples)('$file', async ({ file, status, leads = [], held }) => {
  const { post, crm, allHeld, announced, faults } = await sourceService({ sources });
  const send = () =>
    post(`src_${kindOf(file)}`, {
      headers: { 'content-type': contentTypeOf(file), 'x-api-key': SECRET },
      body: bytesOf(file),
    });
  expect((await send()).status).toBe(status);
  const kept = crm.deals.map(({ customer, contactId, dealType, vendorName, externalId, vehicle, notes }) => ({
    firstName: customer?.firstName,
    lastName: customer?.lastName,
    email: customer?.email?.value,
    phone: customer?.phone?.value,
    zip: crm.contacts.find(({ id }) => id === contactId)?.zip,
    ...{ dealType, vendorName, externalId, notes },
    vehicle: Object.values(vehicle).filter(Boolean).join(' ') || undefined,
  }));
  expect(kept).toEqual(leads);
  const [waiting, ...others] = await allHeld();
  expect(others).toEqual([]);
  const problems = waiting?.problems.map(({ field, reason }) => `${field} ${reason}`) ?? [];
  expect(waiting && { why: waiting.why, problems, fields: waiting.fields }).toEqual(
    held && { problems: [], ...held },
  );
  expect(announced).toHaveLength(held && !apartOf({ why: held.why as HeldWhy }) ? 1 : 0);
  expect(faults).toEqual([]);

  await send(); // again: one lead, or one thing to read
  expect(crm.deals).toHaveLength(leads.length);
  expect(await allHeld()).toHaveLength(held ? 1 : 0);
});
