import { expect, it } from 'vitest';
import { inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const by = 'Linus';

it('a lead is shown with the latest ten others of its contact, until its customer is erased', async () => {
  const { operator, submit, time } = inMemoryOperator();
  await submit('of-bob', { draft: { firstName: 'Bob', email: 'bob@example.com' } });
  for (let n = 0; n < 12; n += 1) {
    time.now += minutes(1);
    await submit(`lead-${n}`);
  }
  const others = async (leadId: string) => {
    const shown = await operator.showLead({ leadId, by });
    return [shown.others.map(({ id }) => id).join(' '), shown.moreOthers];
  };
  const latest = 'lead-11 lead-10 lead-9 lead-8 lead-7 lead-6 lead-5 lead-4';
  expect(await others('lead-3')).toEqual([`${latest} lead-2 lead-1`, true]);
  expect(await others('of-bob')).toEqual(['', false]);
  await operator.eraseLead({ leadId: 'lead-3', by });
  expect(await others('lead-3')).toEqual(['', false]);
  const left = 'lead-10 lead-9 lead-8 lead-7 lead-6 lead-5 lead-4 lead-2 lead-1';
  expect(await others('lead-11')).toEqual([left, true]);
  const looks = (await operator.readAudit({ limit: 99 })).filter(({ action }) => action === 'lead.show');
  expect(
    looks.map(({ on }) => on),
    'one look each, at this lead',
  ).toEqual([...['lead-11', 'lead-3', 'of-bob', 'lead-3']]);
});

it('it says who edited each field of the contact last, if that was done', async () => {
  const { operator, submit, time } = inMemoryOperator();
  await submit('lead-1');
  const { contactId } = (await operator.showLead({ leadId: 'lead-1', by })).deal;
  for (const [author, draft] of [
    ['Eve', { phone: '5550000001', zip: '94107' }],
    ['Grace', { phone: '5550000002' }],
    ['Mallory', { firstName: '' }],
  ] as const) {
    time.now += minutes(1);
    await operator.editContact({ contactId, draft, by: author }).catch(() => {});
  }
  const { mended } = await operator.showLead({ leadId: 'lead-1', by });
  const at = (ago: number) => new Date(time.now - minutes(ago));
  expect(mended).toEqual({
    phone: { by: 'Grace', byId: undefined, at: at(1) },
    zip: { by: 'Eve', byId: undefined, at: at(2) },
  });
});
