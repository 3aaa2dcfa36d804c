import { expect, it } from 'vitest';
import { tokens } from '../../../src/bootstrap/tokens.ts';
import { AnswerGoal } from '../../../src/operators/domain/work/answer-goal.ts';
import { DeskHours, parseWeekHours } from '../../../src/operators/domain/work/desk-hours.ts';
import { dealOf } from '../../../suites/samples.ts';
import { addLead } from '../../support/added-leads.ts';
import { commandLine } from '../../support/command-line.ts';
import { openDesk } from '../../support/desk.ts';
import { minutes } from '../../support/in-memory-operator.ts';
import { openServedApi } from '../../support/served-api.ts';
import { zoneOf } from '../../support/time-zone.ts';

const by = 'grace';

/**
 * A desk and a command line on the same leads of January 2026: one was answered 10 minutes after the hours of Monday began,
 * which is two nights and a day after it came; one after two hours; two wait, of which one is late; one was moved by a list.
 */
async function business(hours?: string) {
  const zone = zoneOf('UTC');
  const answerGoal = new AnswerGoal(
    minutes(60),
    hours ? new DeskHours(parseWeekHours(hours), zone) : undefined,
  );
  const desk = await openDesk(() => ({ answerGoal }), zone);
  const { operator, time } = desk;
  const now = time.now;
  const { id: vendorId } = await operator.addVendor({ name: '=Blue, Motors', by });
  const at = (text: string) => {
    time.now = Date.parse(`2026-01-${text}Z`);
  };
  const receive = async (id: string, when: string) => {
    at(when);
    await desk.submit(id, { vendorId, draft: { email: `${id}@example.com` } });
  };
  await receive('weekend', '03T18:00');
  await receive('listed', '05T08:00');
  for await (const _ of await operator.moveLeads({
    moves: [{ id: 'listed', to: 'Lost' }],
    imported: true,
    by,
  }));
  at('05T08:10');
  await operator.noteLead({ leadId: 'weekend', kind: 'reached', by });
  await receive('slow', '05T10:00');
  await operator.addPerson({ name: 'Ana', by });
  await operator.assignLead({ leadId: 'slow', to: 'Ana', by });
  at('05T12:00');
  await operator.moveLead({ leadId: 'slow', to: 'Quoted', by });
  await receive('late', '05T12:00');
  await receive('new', '05T13:30');
  const { leads } = commandLine(zone);
  const context = { operator: async () => desk.operator, clock: desk.clock };
  return {
    desk,
    leads: async (...args: string[]) => (await leads(args, context)).out,
    async ask(path: string) {
      const asked = time.now;
      time.now = now; // a link is for five minutes
      const { link } = await desk.access.makeLink({ name: 'Grace', role: 'admin', by: 'test' });
      const { text: session } = await desk.access.openLink(link);
      time.now = asked;
      return (await fetch(desk.origin + path, { headers: { cookie: `desk=${session}` } })).text();
    },
  };
}

const usual = 'Mo-Fr 08:00-20:00, Sa 09:00-17:00';

/** In minutes: median and 90th percentile, and the share in time. */
const known = { [usual]: ['10.0', '120.0', '0.333'], all: ['120.0', '2290.0', '0.000'] };

it.each([usual, 'all'] as const)(
  'with hours %s, table, spreadsheet, JSON and desk say the same',
  async (hours) => {
    const { desk, leads, ask } = await business(hours === 'all' ? undefined : hours);
    await using _ = desk;
    const times = known[hours];
    const month = ['report', '--month', '2026-01'];

    const { answers } = JSON.parse(await leads(...month, '--json'));
    const inMinutes = ({ median, p90, inTime }: { median: number; p90: number; inTime: number }) => [
      ...[(median / 60_000).toFixed(1), (p90 / 60_000).toFixed(1), inTime.toFixed(3)],
    ];
    expect(answers).toMatchObject({
      within: 3_600_000,
      hours: hours !== 'all',
      total: { answered: 2, unanswered: 2, late: 1, unknown: 1 },
      vendors: [{ vendorName: '=Blue, Motors', answered: 2 }],
      types: [{ dealType: 'sales', answered: 2 }],
      owners: [
        { owner: { name: 'Ana' }, answered: 1, unanswered: 0 },
        { answered: 1, unanswered: 2, late: 1 },
      ],
    });
    expect(inMinutes(answers.total)).toEqual(times);

    const [head = '', ...lines] = (await leads(...month, '--csv')).split('\n');
    const total = lines.find((line) => line.startsWith('Total'))?.split(',') ?? [];
    const cell = (name: string) => total[head.split(',').indexOf(name)];
    expect(['answered', 'unanswered', 'late'].map(cell)).toEqual(['2', '2', '1']);
    expect(['medianMinutes', 'p90Minutes', 'inTime'].map(cell)).toEqual(times);
    expect((await ask('/report.csv?month=2026-01')).replace('\ufeff', '')).toBe([head, ...lines].join('\n'));

    const shown =
      hours === 'all'
        ? ['2', '2', '1', '1', '0 %', '2 h', '38 h']
        : ['2', '2', '1', '1', '33 %', '10 min', '2 h'];
    const page = await ask('/report?month=2026-01');
    expect(page).toContain(
      `<dt>Within 1 h</dt><dd>${shown[4]}</dd><dd class="aside">half in ${shown[5]}</dd>`,
    );
    const table = await leads(...month);
    const line = table.split('\n').find((each) => each.startsWith('Total  ') && / 2 h/.test(each));
    expect(line?.split(/ {2,}/).map((each) => each.trim())).toEqual(['Total', ...shown]);
    for (const text of [page, table]) expect(text).toContain('Of 1 lead no answer is known');
  },
);

it('who waits is listed, at the desk with the latest on top, and marked if late', async () => {
  const { desk, leads, ask } = await business(usual);
  await using _ = desk;
  const page = await ask('/?status=unanswered');
  expect([...page.matchAll(/class="name\s*" href="\/leads\/(\w+)"/g)].map(([, id]) => id)).toEqual([
    'new',
    'late',
  ]);
  expect(
    [...page.matchAll(/<p class="clock \w*"><b>(.*?)<\/b> <span>(.*?)<\/span>/gs)].map(
      ([, time, what]) => `${time} ${what}`,
    ),
  ).toEqual(['1 h left', '30 min late']);
  const { leads: listed } = JSON.parse(await leads('lead', 'list', '--unanswered', '--json'));
  expect(listed).toMatchObject([
    {
      leadId: 'late',
      answer: { since: '2026-01-05T12:00:00.000Z', due: '2026-01-05T13:00:00.000Z', late: true },
    },
    { leadId: 'new', answer: { elapsed: 0, late: false } },
  ]);
  const text = await leads('lead', 'list', '--unanswered');
  expect(
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(/ {2,}/).at(-1)),
  ).toEqual(['WAITS', '1 h 30 min, late', '0 s']);
  expect(await leads('lead', 'show', 'late')).toMatch(
    /Answer +Unanswered for 1 h 30 min, late since 2026-01-05 13:00/,
  );
  expect(await leads('lead', 'show', 'weekend')).toMatch(/Answer +After 10 min\n/);
  expect(await leads('lead', 'show', 'listed')).not.toMatch(/^ *Answer/m);
  expect(await ask('/leads/slow')).toMatch(/<span>Answered after 2 h, late<\/span>/);
});

it('the settings say what is late, and the JSON interface tells it', async () => {
  await using api = await openServedApi({
    TIME_ZONE: 'UTC',
    DESK_HOURS: 'Mo-Su 00:00-24:00',
    ANSWER_WITHIN: '30m',
  });
  const crm = api.container.get(tokens.crm);
  for (const [id, waited] of [
    ['late', 31],
    ['new', 29],
  ] as const)
    await addLead(crm, dealOf({}, { id, receivedAt: new Date(Date.now() - minutes(waited)) }));
  const since = new Date(Date.now() - minutes(60 * 24)).toISOString().slice(0, 10);
  expect((await api.call(`/report?since=${since}`)).json.answers).toMatchObject({
    within: minutes(30),
    hours: true,
    total: { unanswered: 2, late: 1 },
  });
  const { leads, next, more } = (await api.call('/leads?status=unanswered&newest=true&limit=1')).json;
  expect([leads, more]).toMatchObject([[{ leadId: 'late', answer: { late: true } }], true]);
  const rest = await api.call(`/leads?status=unanswered&limit=1&cursor=${next}`);
  expect(rest.json.leads).toMatchObject([{ leadId: 'new', answer: { late: false } }]);
});
