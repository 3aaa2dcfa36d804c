import { expect, it } from 'vitest';
import { EmailAddress } from '../../../../src/domain/email-address.ts';
import { commandLine } from '../../../support/command-line.ts';
import { inMemoryOperator } from '../../../support/in-memory-operator.ts';

const by = 'grace';
const at = new Date('2026-06-01T10:03:00Z');
const request = {
  ...{ at, requestId: 'r1', status: 400, reason: 'invalid-lead', externalId: 'A-1001' },
  problems: ['phone invalid-phone', 'lead_notes missing'],
};
const refused = (vendorId: string, requests = [request]) => requests.map((each) => ({ vendorId, ...each }));

it('what a vendor was refused last is listed by its id or name, also before its first lead', async () => {
  const { operator, ports } = inMemoryOperator();
  const { id } = await operator.addVendor({ name: 'Blue Motors', by });
  await ports.refusals.add([...refused(id), ...refused('static:acme')]);
  for (const vendor of [id, 'Blue Motors'])
    expect(await operator.listRefusals({ vendor })).toEqual({ vendorId: id, requests: [request] });
  for (const vendor of ['static:acme', 'acme'])
    expect(await operator.listRefusals({ vendor })).toEqual({ vendorId: 'static:acme', requests: [request] });
  expect(await operator.listRefusals({ vendor: 'static:nobody' })).toMatchObject({ requests: [] });
  await expect(operator.listRefusals({ vendor: 'nobody' })).rejects.toThrow('No vendor has this id');
});

it('an erasure takes the vendor’s own ids of the leads off what was refused', async () => {
  const { operator, ports, submit } = inMemoryOperator();
  const asKept = `A-1001${'x'.repeat(100)}`;
  await submit('lead-1', { draft: { externalLeadId: asKept } });
  await submit('lead-2', { draft: { email: 'bob@example.com', externalLeadId: 'B\u202e-1' } });
  const ids = [asKept.slice(0, 64), 'B-1', 'C-1'];
  await ports.refusals.add(
    refused(
      'ven_1',
      ids.map((externalId) => ({ ...request, externalId })),
    ),
  );
  await ports.refusals.add(refused('ven_2', [{ ...request, externalId: 'B-1' }]));
  const known = async (vendor: string) =>
    (await ports.refusals.requests(vendor)).map(({ externalId }) => externalId);

  await operator.eraseContact({
    contactId: (await operator.showLead({ leadId: 'lead-1', by })).deal.contactId,
    by,
  });
  expect(await known('ven_1')).toEqual(['C-1', 'B-1', undefined]);
  await operator.eraseLead({ leadId: 'lead-2', by });
  expect(await known('ven_1')).toEqual(['C-1', undefined, undefined]);
  expect(await known('ven_2')).toEqual(['B-1']);
});

it('an erasure takes the customer’s email and phone off what was refused, where any vendor has sent them as its own id', async () => {
  const { operator, ports, submit } = inMemoryOperator();
  await submit('lead-1', { draft: { email: 'Ada@Example.com', phone: '(555) 010-2030' } });
  const { contactId } = (await operator.showLead({ leadId: 'lead-1', by })).deal;
  await operator.editContact({ contactId, draft: { email: 'lovelace@example.com' }, by });
  const ids = [
    ...['ADA@example.com', 'lovelace@example.com', '5550102030', 'bob@example.com', 'A-1'],
    ...['Ada Byron <ada@example.com>', 'web|5550102030'],
  ];
  for (const vendor of ['ven_1', 'ven_9'])
    await ports.refusals.add(
      refused(
        vendor,
        ids.map((externalId) => ({ ...request, externalId })),
      ),
    );
  await operator.eraseContact({ contactId, by });
  for (const vendor of ['ven_1', 'ven_9']) {
    const left = (await ports.refusals.requests(vendor)).flatMap(({ externalId }) => externalId ?? []);
    expect(left.toSorted()).toEqual(['A-1', 'bob@example.com']);
  }
  await submit('lead-2', { draft: { email: 'bob@example.com' } });
  await operator.eraseLead({ leadId: 'lead-2', by });
  expect(JSON.stringify(await ports.refusals.requests('ven_9'))).not.toContain('bob');
});

it('so does an erasure of somebody of whom no lead was ever kept', async () => {
  const { operator, ports } = inMemoryOperator();
  const ids = ['ADA@example.com', 'bob@example.com'];
  await ports.refusals.add(
    refused(
      'ven_1',
      ids.map((externalId) => ({ ...request, externalId })),
    ),
  );
  await operator.eraseHeld({ email: EmailAddress.parse('ada@example.com'), by });
  const left = (await ports.refusals.requests('ven_1')).map(({ externalId }) => externalId);
  expect(left).toEqual(['bob@example.com', undefined]);
});

it('the command line shows them as codes, never with a value', async () => {
  const { leads, ports, operator } = commandLine();
  await operator.addVendor({ name: 'Acme', by });
  expect((await leads(['vendor', 'refusals', 'Acme'])).out).toBe(
    'Nothing of it was refused in the last month.\n',
  );
  const { vendorId } = await operator.listRefusals({ vendor: 'Acme' });
  const other = { at, requestId: 'r2', status: 429, reason: 'too-many-requests' };
  await ports.refusals.add(refused(vendorId));
  await ports.refusals.add([{ vendorId, ...other, externalId: undefined, problems: undefined }]);
  const [head, ...rows] = (await leads(['vendor', 'refusals', 'Acme'])).out.trim().split('\n');
  expect(head?.split(/ {2,}/)).toEqual(['TIME', 'STATUS', 'THEIR ID', 'WHY', 'REQUEST']);
  expect(rows.map((row) => row.split(/ {2,}/).slice(1)).sort()).toEqual([
    ['400', 'A-1001', 'phone invalid-phone, lead_notes missing', 'r1'],
    ['429', '-', 'too-many-requests', 'r2'],
  ]);
});
