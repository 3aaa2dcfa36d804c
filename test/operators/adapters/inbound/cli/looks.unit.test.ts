import { expect, it } from 'vitest';
import { commandLine } from '../../../../support/command-line.ts';

const ada = ['--email', 'ada@example.com'];

it.each([
  [
    'lead show',
    ['lead', 'show', 'lead-1', 'lead-2', '--by', 'eve'],
    ['eve lead.show lead-1', 'eve lead.show lead-2'],
  ],
  ['contact show', ['contact', 'show', ...ada], ['grace contact.show CONTACT']],
  ['contact show', ['contact', 'show', ...ada, '--json', '--by', 'eve'], ['eve contact.show CONTACT']],
  ['contact find', ['contact', 'find', '--phone', '5550109999'], ['grace contact.find contacts']],
  ['contact find', ['contact', 'find', '--name', 'nobody'], ['grace contact.find contacts']],
  ['contact erase', ['contact', 'erase', ...ada, '--dry-run'], ['grace contact.show CONTACT']],
  ['lead erase', ['lead', 'erase', 'lead-1', '--dry-run'], ['grace lead.show lead-1']],
  [
    'contact merge',
    ['contact', 'merge', 'CONTACT', 'OTHER', '--dry-run'],
    ['grace contact.show CONTACT', 'grace contact.show OTHER'],
  ],
  ['lead list', ['lead', 'list', '--csv', '--by', 'eve'], ['eve lead.export leads']],
  ['lead list', ['lead', 'list'], []],
  ['lead list', ['lead', 'list', '--find', 'ada', '--json'], ['grace lead.take leads']],
  ['lead list', ['lead', 'list', '--find', 'nobody', '--json'], []],
])('%s is in the audit log as far as docs/security.md says: %j', async (_command, args, expected) => {
  const { leads, submit, audit } = commandLine();
  for (const id of ['lead-1', 'lead-2']) await submit(id, { draft: { email: 'ada@example.com' } });
  await submit('lead-3', { draft: { email: 'bob@example.com', phone: undefined } });
  const contactOf = async (id: string): Promise<string> =>
    JSON.parse((await leads(['lead', 'show', id, '--json'])).out).contactId;
  const [contact, other] = [await contactOf('lead-1'), await contactOf('lead-3')];
  const withIds = (text: string) => text.replace('CONTACT', contact).replace('OTHER', other);
  const before = audit.kept.length;
  expect(await leads(args.map(withIds))).toMatchObject({ code: 0 });
  const entries = audit.kept.slice(before).map(({ by, action, on }) => `${by} ${action} ${on}`);
  expect(entries).toEqual(expected.map(withIds));
});

it('nobody is shown who could not be recorded', async () => {
  const { leads, submit, audit } = commandLine();
  await submit('lead-1');
  audit.begin = () => Promise.reject(new Error('no'));
  for (const args of [
    ['lead', 'show', 'lead-1'],
    ['contact', 'show', '--email', 'ada@example.com'],
    ['contact', 'find', '--email', 'ada@example.com'],
    ['lead', 'list', '--csv'],
    ['lead', 'list', '--json'],
  ])
    expect(await leads(args)).toMatchObject({ code: 1, out: '' });
});
