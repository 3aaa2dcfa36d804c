import { expect, it } from 'vitest';
import type { OperatorUseCases } from '../../../../src/operators/application/operator.ts';
import type { Author } from '../../../../src/operators/domain/work/person.ts';
import { days, inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const leadId = 'a';
type Act = (
  operator: OperatorUseCases,
  linus: { by: Author; at: Date; contactId: string; goneId: string },
) => Promise<unknown>;

async function run(groups: Promise<AsyncIterable<unknown>>): Promise<void> {
  for await (const _ of await groups);
}

/** A lead whose follow-up tomorrow Grace has promised, and what Linus does to it. */
async function promisedByGrace() {
  const parts = inMemoryOperator();
  const { operator, submit, time, addPeople } = parts;
  const [grace, linus] = await Promise.all(
    ['Grace', 'Linus'].map(async (by): Promise<Author> => ({ by, byId: await addPeople(by) })),
  );
  if (!grace || !linus) throw new Error('nobody');
  await submit('b', { draft: { email: 'bob@example.com' } });
  const goneId = (await operator.showLead({ leadId: 'b', by: 'test' })).deal.contactId;
  await submit(leadId);
  const at = new Date(time.now + days(1));
  await operator.followUp({ leadId, at, text: 'Her price.', by: grace });
  const { contactId } = (await operator.showLead({ leadId, by: grace })).deal;
  time.now += minutes(1);
  const when = new Date(time.now);
  const act = async (by: Author, does: Act): Promise<void> => {
    await does(operator, { by, at, contactId, goneId }).catch(() => {}); // what is refused is told to whoever asked
    time.now += minutes(1);
  };
  const told = async (by: Author) =>
    (await operator.readDay({ by, most: 9 })).taken.map(({ lead, by, at, from, to }) => ({
      ...{ lead: lead?.id, by, at, from, to },
    }));
  const recorded = async () =>
    (await operator.readAudit({ on: grace.byId, limit: 9 })).filter(({ action }) => action !== 'person.add');
  return { ...parts, grace, linus, at, when, act, told, recorded };
}

const sure = { endFollowUp: true } as const;
const moves = [{ id: leadId, to: 'Won' }] as const;

/** `to`: when it is due then; `undefined`: never. */
it.each<[way: string, to: number | undefined, Act]>([
  ['a move', undefined, (it, { by }) => it.moveLead({ leadId, to: 'Lost', ...sure, by })],
  [
    'a move with a note',
    undefined,
    (it, { by }) => it.moveLead({ leadId, to: 'Won', activity: { kind: 'wrote' }, ...sure, by }),
  ],
  ['moves of several', undefined, (it, { by }) => run(it.moveLeads({ moves, ...sure, by }))],
  ['a sheet', undefined, (it, { by }) => run(it.moveLeads({ moves, imported: true, ...sure, by }))],
  [
    'a call in vain with another time',
    2,
    (it, { by, at }) =>
      it.noteLead({ leadId, kind: 'no-answer', next: new Date(at.getTime() + days(1)), ...sure, by }),
  ],
  [
    'an attempt that says never',
    undefined,
    (it, { by }) => it.noteLead({ leadId, kind: 'no-answer', next: null, ...sure, by }),
  ],
  [
    'the same time by somebody else',
    1,
    (it, { by, at }) => it.followUp({ leadId, at, text: 'Mine.', ...sure, by }),
  ],
  ['its end', undefined, (it, { by }) => it.followUp({ leadId, at: undefined, ...sure, by })],
  [
    'an answer by the owner',
    undefined,
    async (it, { by }) => {
      await it.assignLead({ leadId, to: by.byId, by });
      await it.noteLead({ leadId, kind: 'reached', by });
    },
  ],
  ['an erasure of the lead', undefined, (it, { by }) => it.eraseLead({ leadId, by })],
  ['an erasure of the contact', undefined, (it, { contactId, by }) => it.eraseContact({ contactId, by })],
])(
  'whose follow-up is changed by %s is told so, and so is the audit log, and the lead says it',
  async (_, inDays, does) => {
    const { operator, grace, linus, at, when, act, told, recorded } = await promisedByGrace();
    await act(linus, does);
    const to = inDays === undefined ? undefined : new Date(at.getTime() + days(inDays - 1));
    expect(await told(grace)).toEqual([{ lead: leadId, by: 'Linus', at: when, from: at, to }]);
    expect(await told(linus)).toEqual([]);
    expect(await recorded()).toMatchObject([
      {
        by: 'Linus',
        action: 'follow-up.take',
        outcome: 'done',
        from: at.toISOString(),
        to: to?.toISOString() ?? null,
      },
    ]);
    const { deal } = await operator.showLead({ leadId, by: linus });
    const ended = deal.activities.find(
      ({ by, followUp }) => by === 'Linus' && followUp?.from?.by === 'Grace',
    );
    expect(ended?.followUp?.to?.at).toEqual(to);
    await operator.showLead({ leadId, by: grace });
    expect(await told(grace), 'she has seen it').toEqual([]);
  },
);

it.each<[way: string, Act]>([
  ['a refused move', (it, { by }) => it.moveLead({ leadId, to: 'Lost', by })],
  ['a refused sheet', (it, { by }) => run(it.moveLeads({ moves, imported: true, by }))],
  ['a plan of moves', (it, { by }) => run(it.moveLeads({ moves, ...sure, dryRun: true, by }))],
  ['a call in vain', (it, { by }) => it.noteLead({ leadId, kind: 'no-answer', by })],
  ['a move that ends nothing', (it, { by }) => it.moveLead({ leadId, to: 'Quoted', by })],
  ['another owner', (it, { by }) => it.assignLead({ leadId, to: by.byId, by })],
  [
    'a hand-over',
    async (it, { by }) => {
      await it.assignLead({ leadId, to: 'Grace', by });
      await run(it.handOver({ person: 'Grace', to: 'Linus', by }).then(({ leads }) => leads));
    },
  ],
  ['a merge', (it, { contactId, goneId, by }) => it.mergeContacts({ keptId: goneId, goneId: contactId, by })],
])('nobody is told of %s: the follow-up stands', async (_, does) => {
  const { operator, grace, linus, at, act, told } = await promisedByGrace();
  await act(linus, does);
  expect(await told(grace)).toEqual([]);
  const { deal } = await operator.showLead({ leadId, by: linus });
  expect(deal.followUp).toMatchObject({ at, by: 'Grace' });
});

it('what she ends herself, or what was taken back, is not told', async () => {
  const { operator, grace, linus, at, when, act, told, time } = await promisedByGrace();
  await act(linus, (it, { by }) => it.moveLead({ leadId, to: 'Won', ...sure, by }));
  expect(await told(grace)).toHaveLength(1);
  await run(operator.undoChanges({ at: [when], by: linus }));
  expect((await operator.showLead({ leadId, by: linus })).deal.followUp).toMatchObject({ at, by: 'Grace' });
  expect(await told(grace)).toEqual([]);
  await act(grace, (it, { by }) => it.followUp({ leadId, at: undefined, by }));
  expect(await told(grace)).toEqual([]);
  time.now += days(30);
  expect(await told(linus)).toEqual([]);
});

it('an erasure says which follow-ups ended with it', async () => {
  const { operator, linus: by, at } = await promisedByGrace();
  const { ended } = await operator.eraseLead({ leadId, by });
  expect(ended).toMatchObject([{ at, by: 'Grace' }]);
  expect(await operator.eraseLead({ leadId, by })).toEqual({ ended: [], held: 0 });
});
