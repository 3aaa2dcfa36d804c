import { expect, it } from 'vitest';
import {
  actionText,
  changeText,
} from '../../../../../src/operators/adapters/inbound/presentation/audit-views.ts';
import { days, inMemoryOperator } from '../../../../support/in-memory-operator.ts';
import { zoneOf } from '../../../../support/time-zone.ts';

it('what somebody did is told by what it was, also for a follow-up that the form of notes sets', async () => {
  const { operator, submit, time } = inMemoryOperator();
  await submit('a');
  const in_ = (n: number) => new Date(time.now + days(n));
  for (const order of [
    { kind: 'note', next: in_(1) },
    { kind: 'note', next: in_(2) },
    { kind: 'note', next: null },
    { kind: 'note', text: 'Has a trade-in.', next: in_(1) },
    { kind: 'reached' },
  ] as const) {
    time.now += 1;
    await operator.noteLead({ leadId: 'a', ...order, by: 'Grace' });
  }
  const entries = await operator.readAudit({ limit: 9 });
  const wording = { people: [], zone: zoneOf('UTC') };
  expect(entries.toReversed().map((entry) => `${actionText(entry)}: ${changeText(entry, wording)}`)).toEqual([
    'set the follow-up of the lead: from none to 2026-06-02 00:00',
    'moved the follow-up of the lead: from 2026-06-02 00:00 to 2026-06-03 00:00',
    'ended the follow-up of the lead: from 2026-06-03 00:00 to none',
    'wrote down something about the lead: noted',
    'wrote down something about the lead: reached the customer',
  ]);
});
