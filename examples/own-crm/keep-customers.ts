import { Lead } from 'partner-lead-service';
import { SqliteCrm } from './sqlite-crm.ts';

/** Keeps a hundred customers in the given file, once its parent says so. The test runs it in two processes at once. */
const [, , file = ''] = process.argv;
const lead = { firstName: 'Ada', dealType: 'sales', vendorName: 'Acme', notes: 'Call back.' };

process.once('message', async () => {
  const crm = new SqliteCrm(file);
  for (let number = 0; number < 100; number += 1) {
    const { customer } = Lead.parse({ ...lead, email: `customer-${number}@example.com` });
    await crm.upsertContact(customer);
  }
  crm.close();
  process.disconnect?.();
});
process.send?.('ready');
