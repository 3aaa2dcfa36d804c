import { expect, it } from 'vitest';
import {
  answerCounts,
  columnsAtDesk,
  type DeskPart,
  leadCounts,
} from '../../../../../src/operators/adapters/inbound/presentation/report-columns.ts';
import { commandLine } from '../../../../support/command-line.ts';
import { openDesk } from '../../../../support/desk.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';

const goal = minutes(60);
const columns = Object.entries({ ...leadCounts, ...answerCounts(goal) });

const textsOf = (page: string, cell: RegExp): string[] =>
  [...page.matchAll(cell)].map(([, text = '']) => text);

it('each number of the report stands in the parts of the desk’s page that its column names, and nowhere else', async () => {
  await using desk = await openDesk();
  const id = await desk.addPeople('Grace');
  await desk.submit('lead-1');
  await desk.operator.assignLead({ leadId: 'lead-1', to: id, by: 'Grace' });
  const { link } = await desk.access.makeLink({ name: 'Grace', role: 'admin', by: 'test' });
  const { text: session } = await desk.access.openLink(link);
  const answer = await fetch(`${desk.origin}/report`, { headers: { cookie: `desk=${session}` } });
  const page = await answer.text();
  const sums = page.split('class="sheet sums"')[1]?.split('</dl>')[0] ?? '';
  const headsIn = (part: DeskPart) =>
    columnsAtDesk(part, goal).map(([, { head, atDesk }]) => atDesk?.head ?? head);
  const table = (part: 'team' | 'vendors') =>
    page.split(`aria-labelledby="${part}"`)[1]?.split('</table>')[0] ?? '';
  expect(textsOf(sums, /<dt>(.*?)<\/dt>/g)).toEqual(headsIn('sums'));
  for (const [part, before] of [
    ['team', ['Open', 'Due', 'Late', 'Still', 'Not opened']],
    ['vendors', []],
  ] as const) {
    const heads = [...before, ...headsIn(part)];
    expect(textsOf(table(part), /<th scope="col" class="num">(.*?)<\/th>/g)).toEqual(heads);
    const [row = ''] = table(part).split('<tbody>')[1]?.split('</tr>') ?? [];
    expect(textsOf(row, /<td class="num[^"]*" data-label="(.*?)"/g)).toEqual(heads);
  }
});

it('each number of the report is in its JSON and its sheet, and at a terminal if it is not only for sheets', async () => {
  const { leads, submit } = commandLine();
  await submit('lead-1');
  await leads(['lead', 'move', 'lead-1', 'won']);
  const [shown, sheet, json] = await Promise.all(
    [[], ['--csv'], ['--json']].map((form) => leads(['report', ...form])),
  );
  const { total, answers } = JSON.parse(json?.out ?? '');
  for (const [name, column] of columns) {
    expect(shown?.out.includes(column.head.toUpperCase()), name).toBe(column.in === undefined);
    expect(sheet?.out.split('\n')[0]?.split(',')).toContain(
      column.kind === 'length' ? `${name}Minutes` : name,
    );
  }
  expect(Object.keys({ ...total, ...answers.total })).toEqual(columns.map(([name]) => name));
});
