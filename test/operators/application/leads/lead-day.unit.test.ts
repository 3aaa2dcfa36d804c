import { expect, it } from 'vitest';
import { days, inMemoryOperator, minutes } from '../../../support/in-memory-operator.ts';

const by = 'test';

/** At ten, with an hour in which customers are to be answered. */
async function atWork() {
  const parts = inMemoryOperator();
  const { operator, submit, time } = parts;
  time.now += minutes(600);
  const now = time.now;
  const byId = await parts.addPeople('Grace', 'Linus');
  /** A lead that came so many minutes ago, and is somebody's. */
  async function lead(id: string, ago: number, owner?: string, followUp?: number) {
    time.now = now - minutes(ago);
    await submit(id, { draft: { firstName: id, email: `${id.replaceAll(/\W+/g, '-')}@example.com` } });
    if (owner) await operator.assignLead({ leadId: id, to: owner, by });
    if (followUp !== undefined)
      await operator.followUp({ leadId: id, at: new Date(now + minutes(followUp)), by });
    time.now = now;
  }
  const day = async (most = 9) => {
    const { due, fresh, later, waiting } = await operator.readDay({ by: { by: 'Grace', byId }, most });
    const shown = [due, fresh, later, waiting].map(({ leads, more }) => [
      ...leads.map(({ id }) => id),
      ...(more ? ['…'] : []),
    ]);
    return { due: shown[0], fresh: shown[1], later: shown[2], waiting: shown[3] };
  };
  return { ...parts, lead, day };
}

it('promises come first, then new leads by the time that is left, then what stands still: each lead once', async () => {
  const { lead, day, operator, time } = await atWork();
  await lead('just now', 0);
  await lead('ten minutes left', 50, 'Grace');
  await lead('late', 61);
  await lead('called in vain', 40, 'Grace', 60 * 24);
  await lead('called in vain, later today', 30, 'Grace', 60 * 4);
  await lead('called in vain, in ten minutes', 20, 'Grace', 10);
  await lead('late for a month', 30 * 24 * 60, 'Grace');
  await lead('of a colleague', 5, 'Linus');
  await lead('promised for nine', 90, 'Grace', -60);
  await lead('promised for now', 80, undefined, 0);
  await lead('promised for today', 70, 'Grace', 60);
  await lead('promised for tomorrow', 70, 'Grace', 60 * 24);
  await lead('promised by a colleague', 70, 'Linus', -1);
  const now = time.now;
  for (const [id, age] of [
    ['quoted last week', 7],
    ['quoted last month', 30],
    ['quoted today', 0],
    ['quoted, promised', 8],
  ] as const) {
    await lead(id, age * 24 * 60 + 30, 'Grace', id.includes('promised') ? 3 * 24 * 60 : undefined);
    time.now = now - days(age);
    await operator.moveLead({ leadId: id, to: 'Quoted', by });
    if (id.includes('promised')) await operator.followUp({ leadId: id, at: new Date(now + days(3)), by });
    time.now = now;
  }
  expect(await day()).toEqual({
    due: ['promised for nine', 'promised for now'],
    fresh: [
      ...['ten minutes left', 'called in vain', 'called in vain, later today'],
      ...['just now', 'late', 'late for a month'],
    ],
    later: ['called in vain, in ten minutes', 'promised for today'],
    waiting: ['quoted last month', 'quoted last week'],
  });
});

it('a part that has more says so, and begins with what comes first', async () => {
  const { lead, day } = await atWork();
  for (const ago of [10, 20, 70, 80]) await lead(`${ago} ago`, ago);
  for (const at of [1, 2, 3]) await lead(`in ${at}`, 5, 'Grace', at);
  expect(await day(3)).toMatchObject({ fresh: ['20 ago', '10 ago', '70 ago', '…'] });
  expect(await day(2)).toMatchObject({ fresh: ['20 ago', '10 ago', '…'], later: ['in 1', 'in 2', '…'] });
  expect(await day(4)).toMatchObject({ fresh: ['20 ago', '10 ago', '70 ago', '80 ago'] });
});
