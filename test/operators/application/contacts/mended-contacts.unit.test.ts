import { expect, it } from 'vitest';
import type { LeadDraft } from '../../../../src/domain/lead.ts';
import type { ContactDraft } from '../../../../src/operators/domain/work/contact-edit.ts';
import { inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const by = 'grace';
const ada = { firstName: 'Ada', email: 'ada@example.com', phone: '5550102030' };

async function contactOf(draft: LeadDraft) {
  const { operator, submit, time } = inMemoryOperator();
  await submit('lead-1', { draft });
  const { contactId } = (await operator.showLead({ leadId: 'lead-1', by })).deal;
  const edit = async (fields: ContactDraft, seen?: ContactDraft, who = by) => {
    time.now += minutes(1);
    return operator.editContact({ contactId, draft: fields, seen, by: who });
  };
  const contact = async () => (await operator.findContact({ contactId, by })).contact;
  return { operator, submit, time, contactId, edit, contact };
}

it('a field that somebody changed since the author looked is not overwritten, and who did it is told', async () => {
  const { time, edit, contact, operator, contactId } = await contactOf(ada);
  await edit({ phone: '5550100001' }, { phone: ada.phone }, 'Linus');
  await edit({ lastName: 'King' }, { lastName: '' }, 'Jonas');
  const changed = new Date(time.now - minutes(1));
  await expect(edit({ phone: '5550100002', zip: '1' }, { phone: ada.phone, zip: '' })).rejects.toMatchObject({
    reason: 'changed-meanwhile',
    message: 'Meanwhile Linus changed the phone.',
    at: changed,
  });
  const kept = await contact();
  expect([kept?.phone?.value, kept?.zip]).toEqual(['5550100001', undefined]);
  const refused = (await operator.readAudit({ on: contactId, limit: 9 })).find(
    (each) => each.by === by && each.fields,
  );
  expect(refused).toMatchObject({ by, outcome: 'refused' });
  await edit({ phone: '5550100001' }, { phone: ada.phone }); // it says that already
  await edit({ phone: '5550100002' }, { phone: '5550100001' });
  await edit({ phone: '5550100003' }); // nothing is known of what its author saw
  expect(await contact()).toMatchObject({ phone: { value: '5550100003' } });
});

it('so is a blank that a lead filled, of which nobody is told', async () => {
  const { submit, edit } = await contactOf({ firstName: 'Ada', email: ada.email });
  await submit('lead-2', { draft: ada });
  await expect(edit({ phone: '5550100002' }, { phone: '' })).rejects.toMatchObject({
    message: 'Meanwhile the phone became another.',
    at: undefined,
  });
});

it('a phone or email that another contact has leads to that one', async () => {
  const { operator, submit, edit } = await contactOf({ firstName: 'Ada', email: ada.email });
  await submit('lead-2', { draft: { firstName: 'Bob', email: 'bob@example.com', phone: ada.phone } });
  const { contactId: bob } = (await operator.showLead({ leadId: 'lead-2', by })).deal;
  const held = { reason: 'key-held', contactId: bob, message: expect.stringContaining('merged') };
  await expect(edit({ email: 'bob@example.com' })).rejects.toMatchObject(held);
  await expect(edit({ email: '', phone: ada.phone })).rejects.toMatchObject(held);
  await edit({ phone: ada.phone });
  await expect(edit({ email: '' })).rejects.toMatchObject(held);
});

it('a value that is refused says why: a phone what it has to be, a text how long it is', async () => {
  const { edit } = await contactOf(ada);
  await expect(edit({ phone: '+44 20 7946 0958' })).rejects.toThrow(
    'ten digits, or eleven that begin with 1',
  );
  await expect(edit({ zip: ' 12345678901234567 ' })).rejects.toThrow(
    'at most 16 characters: this one has 17',
  );
});
