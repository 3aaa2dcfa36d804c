import { expect, it } from 'vitest';
import {
  brokenRuleWords,
  repeated,
} from '../../../../../src/operators/adapters/inbound/desk/pages/refusal-words.ts';
import { AnswerGoal } from '../../../../../src/operators/domain/work/answer-goal.ts';
import { DeskHours, parseWeekHours } from '../../../../../src/operators/domain/work/desk-hours.ts';
import { openDesk } from '../../../../support/desk.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';
import { openLink } from '../../../../support/served-desk.ts';
import { zoneOf } from '../../../../support/time-zone.ts';

type Desk = Awaited<ReturnType<typeof openDesk>>;

/** Reads pages as somebody who keeps cookies. */
async function reader(desk: Desk) {
  const kept = new Map<string, string>();
  const keep = ({ headers }: Response) => {
    for (const each of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      kept.set(name, value);
    }
  };
  keep(await openLink(await desk.link('sales', 'Grace')));
  return async (path: string) => {
    const cookie = [...kept].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(`${desk.origin}${path}`, { headers: { cookie }, redirect: 'manual' });
    keep(answer);
    return answer.text();
  };
}

const marked = (page: string) => /<a href="([^"]*)" aria-current="page">/.exec(page)?.[1];

it('My day tells of many leads given until their list was opened, and of one until the lead was', async () => {
  await using desk = await openDesk();
  for (const id of ['a', 'b', 'c']) await desk.submit(id, { draft: { firstName: id } });
  const read = await reader(desk);
  const leads = ['a', 'b'].map((id) => ({ id }));
  for await (const _ of await desk.operator.assignLeads({ leads, to: 'Grace', by: 'Lena' }));
  const [, list = ''] = /gave you <a href="([^"]*)">2 leads</.exec(await read('/day')) ?? [];
  const given = await read(list.replaceAll('&#38;', '&').replaceAll('&amp;', '&'));
  expect(given.match(/id="lead-\w"/g)).toHaveLength(2);
  expect(await read('/day')).not.toContain('gave you');
  desk.time.now += minutes(1);
  await desk.operator.assignLead({ leadId: 'c', to: 'Grace', by: 'Lena' });
  await read(list);
  expect(await read('/day')).toContain('gave you');
});

it('My day calls by the number that a later lead brought, and says of a new lead whose it was', async () => {
  await using desk = await openDesk();
  const { operator, time } = desk;
  for (const name of ['Ada', 'Lena', 'Linus']) await operator.addPerson({ name, role: 'sales', by: 'root' });
  const email = 'zoe@example.com';
  await desk.submit('first', { draft: { firstName: 'Zoe', email } });
  for (const [id, owner] of [
    ['of who left', 'Ada'],
    ['given up', 'Linus'],
    ['taken', 'Lena'],
  ] as const) {
    await desk.submit(id, { draft: { firstName: id, email: `${id.replaceAll(' ', '-')}@example.com` } });
    await operator.assignLead({ leadId: id, to: owner, by: 'root' });
    await operator.followUp({ leadId: id, at: new Date(time.now + minutes(1)), by: 'root' });
  }
  await operator.assignLead({ leadId: 'given up', to: undefined, by: 'root' });
  for await (const _ of (await operator.handOver({ person: 'Ada', to: undefined, by: 'root' })).leads);
  time.now += minutes(1);
  await desk.submit('later', { draft: { firstName: 'Zoe', email, phone: '(212) 555-0122' } });
  const read = await reader(desk);
  const rowsOf = (page: string) =>
    new Map(page.split('<li id="lead-').map((row) => [/^[^"]*/.exec(row)?.[0], row.split('</li>')[0] ?? '']));
  const day = rowsOf(await read('/day'));
  expect(day.get('first')).toContain('href="tel:+12125550122"');
  const was = (id: string) => /was <bdi>(\w+)/.exec(day.get(id) ?? '')?.[1];
  expect([was('first'), was('given up'), was('of who left')]).toEqual([undefined, 'Linus', 'Ada']);
  expect(await read('/')).toMatch(/id="lead-first"[\s\S]*?href="tel:\+12125550122"/);
});

it('a lead belongs to the list from which somebody came: the menu marks My day, or the inbox', async () => {
  await using desk = await openDesk();
  await desk.submit('lead-1');
  const read = await reader(desk);
  expect(marked(await read('/day'))).toBe('/day');
  expect(marked(await read('/leads/lead-1'))).toBe('/day');
  expect(marked(await read('/leads/move')), 'it is of the inbox').toBe('/');
  expect(marked(await read('/'))).toBe('/');
  expect(marked(await read('/leads/lead-1'))).toBe('/');
  expect(marked(await read('/work'))).toBe('/day');
});

it.each([
  ['Thursday', '2031-01-09', 'value="2031-01-10T09:00:00.000Z"', 'Tomorrow 09:00'],
  ['Friday, before a Monday off', '2031-01-10', 'value="2031-01-14T09:00:00.000Z"', 'Tue 09:00'],
])('the next day to choose is one on which somebody is there: %s', async (_, day, value, words) => {
  const zone = zoneOf('UTC');
  const hours = new DeskHours(parseWeekHours('Mo-Fr 08:00-18:00'), zone, ['2031-01-13']);
  await using desk = await openDesk(() => ({ answerGoal: new AnswerGoal(minutes(60), hours) }));
  desk.time.now = Date.parse(`${day}T12:00Z`);
  await desk.submit('lead-1');
  const page = await (await reader(desk))('/leads/lead-1');
  const text = page.replace(/\s+/g, ' ');
  expect(text).toContain(`name="next" ${value}`);
  expect(text).toContain(words);
});

it('a mileage has the thousands of the business, and is on one line', async () => {
  await using desk = await openDesk(undefined, zoneOf('UTC').writtenAs('en-IN'));
  const draft = { vehicleMake: 'Ford', vehicleMiles: '123456' };
  await desk.submit('lead-1', { draft });
  await desk.submit('lead-2', { draft: { ...draft, email: 'b@example.com', vehicleMiles: 'about 40k' } });
  const read = await reader(desk);
  for (const path of ['/day', '/', '/leads/lead-1'])
    expect(await read(path)).toContain('Ford, <span class="whole">1,23,456 miles</span>');
  expect(await read('/leads/lead-2')).toContain('<span class="whole">about 40k miles</span>');
});

it('a broken rule is told in words', () => {
  expect(
    ['deal_type not-a-deal-type', 'external_lead_id too-long', 'x new-rule'].map(brokenRuleWords),
  ).toEqual([...['deal type is none', 'external lead id is too long', 'x new rule']]);
});

it('the same request is one row, however often it was sent', () => {
  const sent = (n: number, more = {}) => ({
    ...{ at: new Date(n), requestId: `r${n}`, status: 400, reason: 'invalid-lead', externalId: 'x-1' },
    ...{ problems: ['phone invalid-phone'], ...more },
  });
  const rows = repeated([
    sent(5),
    sent(4, { externalId: 'x-2' }),
    sent(3),
    sent(2, { problems: undefined }),
    sent(1),
  ]);
  expect(rows.map(({ requestId, times, first }) => [requestId, times, first.getTime()])).toEqual([
    ['r5', 3, 1],
    ['r4', 1, 4],
    ['r2', 1, 2],
  ]);
});

it('leads that a colleague gave at once are one line of My day, which leads to those not yet opened', async () => {
  await using desk = await openDesk();
  const read = await reader(desk);
  const ids = ['lead-1', 'lead-2', 'lead-3'];
  for (const [n, id] of ids.entries()) await desk.submit(id, { draft: { email: `${n}@example.com` } });
  for (const leadId of ids) await desk.operator.assignLead({ leadId, to: 'Grace', by: 'Linus' });
  desk.time.now += minutes(1);
  const link = /<a href="([^"]*)">3 leads<\/a>/.exec(await read('/day'))?.[1]?.replaceAll('&#38;', '&') ?? '';
  await read('/leads/lead-2');
  const list = await read(link);
  expect(ids.filter((id) => list.includes(`id="lead-${id}"`))).toEqual(['lead-1', 'lead-3']);
});
