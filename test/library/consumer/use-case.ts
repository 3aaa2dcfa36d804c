import assert from 'node:assert/strict';
import {
  createLeadService,
  IdempotencyKeyReused,
  InvalidLead,
  Lead,
  StoreUnavailable,
} from 'partner-lead-service';
import { ListCrm } from './list-crm.ts';

const draft = {
  firstName: 'Ada',
  phone: '+1 (555) 010-2030',
  zip: '10001',
  dealType: 'OTHER',
  vendorName: 'Acme',
  notes: 'Call back.',
};

const crm = new ListCrm();
const service = createLeadService({
  crm,
  clock: () => new Date('2026-01-02T03:04:05Z'),
  newLeadId: () => `lead-${crm.deals.length + 1}`,
});
const submission = { lead: Lead.parse(draft), vendorId: 'acme', idempotencyKey: 'order 1' };

assert.deepEqual(await service.submitLead(submission), { leadId: 'lead-1', replayed: false });
assert.deepEqual(await service.submitLead(submission), { leadId: 'lead-1', replayed: true });
await assert.rejects(
  service.submitLead({ ...submission, lead: Lead.parse({ ...draft, firstName: 'Bo' }) }),
  IdempotencyKeyReused,
);
assert.equal(crm.deals[0]?.notes, 'Needs Deal Type. Call back.');
assert.equal(crm.deals[0]?.receivedAt.toISOString(), '2026-01-02T03:04:05.000Z');
assert.equal(crm.contacts[0]?.zip, '10001');
assert.equal(await service.getLeadStatus({ leadId: 'lead-1', vendorId: 'acme' }), 'In Progress');
assert.equal(await service.getLeadStatus({ leadId: 'lead-1', vendorId: 'zenith' }), undefined);
assert.equal(await service.authenticate('whatever'), undefined);

assert.throws(() => Lead.parse({ ...draft, phone: '1' }), InvalidLead);
assert.ok(new StoreUnavailable() instanceof Error);

console.log('used without I/O');
