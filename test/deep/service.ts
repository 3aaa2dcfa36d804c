import { tokens } from '../../src/bootstrap/tokens.ts';
import { dealOf, leadOf } from '../../suites/samples.ts';
import { addLead } from '../support/added-leads.ts';
import { startLeadServer } from '../support/lead-server.ts';
import { openServedApi } from '../support/served-api.ts';
import { freshFile } from '../support/sqlite-file.ts';

/** The vendors' port and the desk with its JSON on one file, with a vendor and two leads that wait. It closes with `await using`. */
export async function openService() {
  const { path: DATA_FILE, close } = freshFile();
  const desk = await openServedApi({ DATA_FILE });
  const server = await startLeadServer({ DATA_FILE, SOURCE_LIMIT_PER_MINUTE: '10000' });
  const { id: vendor } = await desk.operator.addVendor({ name: 'Blue Motors', by: 'test' });
  const crm = desk.container.get(tokens.crm);
  for (const [hours, firstName] of [
    [3, 'Bob'],
    [5, 'Ada'],
  ] as const) {
    const draft = { firstName, email: `${firstName.toLowerCase()}@example.com` };
    const receivedAt = new Date(Date.now() - hours * 3_600_000);
    await addLead(crm, dealOf(draft, { vendorId: vendor, receivedAt }), { customer: leadOf(draft).customer });
  }
  return {
    ...desk,
    vendor,
    /** The address of the vendors' port. */
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.drain();
      await desk[Symbol.asyncDispose]();
      await close();
    },
  };
}
