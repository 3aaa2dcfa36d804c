import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../../src/adapters/outbound/runtime/runtime.ts';
import { fieldsOf, signedIn } from '../../../../support/desk-forms.ts';
import { minutes } from '../../../../support/in-memory-operator.ts';
import { plain } from '../../../../support/plain-pages.ts';

/** The ticket of a question; with it, the question is answered as by another press of its button. */
const ticketOf = (page: string): [string, string] => {
  const [field] = fieldsOf(page).filter(([name]) => name === 'plan');
  return field ?? ['plan', 'none'];
};

const contactOf = async ({ operator }: Awaited<ReturnType<typeof signedIn>>, leadId: string) =>
  (await operator.showLead({ leadId, by: 'test' })).deal.contactId;

describe('a question', () => {
  it.each(['answered before', 'open for half an hour'])(
    '%s is asked again, and nothing is done',
    async (what) => {
      const { get, post, operator, access, me, time } = await signedIn();
      const { hook } = await operator.addHook({ url: 'https://crm.example.com/', by: 'test' });
      const path = `/hooks/${hook.id}/remove`;
      const ticket = ticketOf(await get(path));
      if (what === 'answered before') await access.takePlan({ person: me, at: path, text: ticket[1] });
      else time.now += minutes(31);
      const late = await post(path, [ticket]);
      expect([late.status, plain(late.page)]).toEqual([
        409,
        expect.stringContaining('Nothing was done: this question was answered before, or stood open'),
      ]);
      expect(await operator.listHooks()).toHaveLength(1);
      expect((await post(path, [ticketOf(late.page)])).status).toBe(303);
      expect(await operator.listHooks()).toEqual([]);
    },
  );

  it('is answered by the person who was asked, where it was asked', async () => {
    const { get, as, post, statusOf } = await signedIn();
    const asked = await post('/leads/change', [...fieldsOf(await get('/')), ['move', 'Won']]);
    const answer = [ticketOf(asked.page), ['move', 'Won']] as const;
    const other = await as('Linus');
    expect((await other.post('/leads/change', answer)).status).toBe(409);
    const again = await post('/leads/change', [...fieldsOf(await get('/')), ['move', 'Won']]);
    expect((await post('/leads/move', [ticketOf(again.page), ['rows', '']])).page).toContain(
      'no row to read',
    );
    expect(await statusOf('ada')).toBe('In Progress');
  });

  it('is asked again if what it says is so no more', async () => {
    const desk = await signedIn();
    const { get, post, operator, submit } = desk;
    const [ada, bob] = [await contactOf(desk, 'ada'), await contactOf(desk, 'bob')];
    const [erase, merge] = [`/contacts/${ada}/erase`, `/contacts/${bob}/merge?with=${ada}`];
    const [toErase, toMerge] = [ticketOf(await get(erase)), ticketOf(await get(merge))];
    await submit('ada-2', { draft: { firstName: 'ada', email: 'ada@example.com' } });
    for (const [path, ticket] of [
      [erase, toErase],
      [merge, toMerge],
    ] as const) {
      const late = await post(path, [ticket]);
      expect([late.status, plain(late.page)]).toEqual([
        409,
        expect.stringContaining('Nothing was done: meanwhile this has changed.'),
      ]);
    }
    expect((await operator.findContact({ contactId: ada, by: 'test' })).deals).toBe(2);
    expect((await post(merge, [ticketOf(await get(merge))])).said).toMatch(/^Merged/);
  });

  it('keeps nothing of a customer beside its ticket, and the words that were typed in its page', async () => {
    const { post, tickets, get, time, operator, statusOf, submit } = await signedIn();
    await submit('lead-1', { draft: { firstName: 'Zenobia', email: 'zenobia@example.com' } });
    await operator.followUp({ leadId: 'lead-1', at: new Date(time.now + minutes(60)), by: 'Linus' });
    const words = 'Zenobia bought at 5 Elm Street';
    const asked = await post('/leads/lead-1/log', [
      ...fieldsOf(await get('/leads/lead-1')),
      ['move', 'Lost'],
      ['kind', 'reached'],
      ['text', words],
    ]);
    expect(plain(asked.page)).toMatch(/Move Zenobia to Lost\? This also ends .* Why lost .*bought at 5 Elm/);
    const { plan = '' } = (await tickets.find(sha256(ticketOf(asked.page)[1]))) ?? {};
    expect(plan).toContain('"kind","reached"');
    expect(plan).not.toMatch(/Zenobia|Elm/i);
    const fields = [
      ticketOf(asked.page),
      ['move', 'Lost'],
      ['lostReason', 'price'],
      ['text', words],
    ] as const;
    time.now += minutes(31);
    const late = await post('/leads/lead-1/log', fields);
    expect([late.status, late.page]).toEqual([409, expect.stringContaining(`\n${words}</textarea>`)]);
    const again = await post('/leads/lead-1/log', [
      ['move', 'Lost'],
      ['text', words],
    ]);
    await post('/leads/lead-1/log', [ticketOf(again.page), ...fields.slice(1)]);
    expect(await statusOf('lead-1')).toBe('Lost');
  });
});

describe('the question about a sheet', () => {
  const rows: [string, string] = ['rows', 'ada,Lost,price\nbob,Lost,price'];

  it('is asked again for other rows than those that were seen', async () => {
    const { post, statusOf } = await signedIn();
    const asked = await post('/leads/move', [rows]);
    const others = await post('/leads/move', [
      ticketOf(asked.page),
      ['rows', 'cy,Lost,price\nbob,Lost,price'],
    ]);
    expect(plain(others.page)).toContain('This moves 2 leads: 2 to Lost.');
    expect(await statusOf('cy')).toBe('In Progress');
  });

  it('is asked again after half an hour, with the rows; a browser may end their lines in its way', async () => {
    const { post, statusOf, time } = await signedIn();
    const asked = await post('/leads/move', [rows]);
    time.now += minutes(31);
    const late = await post('/leads/move', [ticketOf(asked.page), rows]);
    expect(late.page).toContain('>\nada,Lost,price\nbob,Lost,price</textarea>');
    const sure = [ticketOf(late.page), ['rows', rows[1].replaceAll('\n', '\r\n')]] as const;
    expect((await post('/leads/move', sure)).said).toMatch(/^2 leads moved/);
    expect(await statusOf('bob')).toBe('Lost');
  });
});
