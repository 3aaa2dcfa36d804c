import type { OperatorUseCases } from '../../src/application/operators/ports/inbound/operator-use-cases.ts';
import { wholeDraft } from '../../src/testing/samples.ts';
import { commandLine } from './command-line.ts';

/** What each command prints with `--json`, in all the shapes that it has: each key of its objects occurs at least once. */
export async function jsonOfCommands(): Promise<ReadonlyMap<string, readonly unknown[]>> {
  const { leads, submit, vendors, clock, operator, ports, access } = commandLine();
  const printed = new Map<string, unknown[]>();
  const note = (command: string, ...objects: unknown[]) =>
    void printed.set(command, [...(printed.get(command) ?? []), ...objects]);
  const run = (...args: string[]) => runOn(operator, ...args);
  async function runOn(used: OperatorUseCases, ...args: string[]) {
    const { code, out, err } = await leads([...args, '--json'], { operator: async () => used });
    const expected = args[1] === 'test' ? 1 : 0; // the receiver did not accept it
    if (code !== expected) throw new Error(`leads ${args.join(' ')}: exit code ${code}. ${err}`);
    const object = JSON.parse(out);
    note(args.slice(0, ['report', 'audit'].includes(args[0] ?? '') ? 1 : 2).join(' '), object);
    return object;
  }

  const { vendor } = await run('vendor', 'add', 'Acme');
  await run('vendor', 'list');
  const { keyId } = await run('key', 'issue', 'Acme', '--expires', '90d');
  await run('key', 'rotate', keyId);
  await vendors.markUsed(keyId, clock());
  await run('key', 'revoke', keyId);
  await run('key', 'list', 'Acme');

  const refused = { at: clock(), requestId: 'r1', status: 400, reason: 'invalid-lead', externalId: 'A-1001' };
  await ports.refusals.add([{ ...refused, vendorId: vendor, problems: ['phone invalid-phone'] }]);
  await run('vendor', 'refusals', 'Acme');

  await submit('lead-1', { draft: wholeDraft });
  await run('lead', 'move', 'lead-1', 'won');
  await run('lead', 'move', 'lead-1', 'quoted', '--reason', 'came back');
  const byCsv = await leads(['lead', 'move', '--csv', '-', '--json'], { piped: 'lead-1,won\nlead-9,won' });
  note(
    'lead move',
    ...byCsv.out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  );
  await run('person', 'add', 'Grace', '--email', 'grace@example.com', '--role', 'sales');
  await run('person', 'add', 'Jonas');
  await run('lead', 'assign', 'lead-1', '--to', 'Grace');
  await run('lead', 'assign', 'lead-1', '--to', 'Jonas');
  const known = { id: 'per_1', email: 'ada@example.com', role: 'sales', seen: clock() } as const;
  await ports.people.keep({ name: 'Ada', ...known });
  await run('person', 'hand-over', 'Jonas', '--to', 'Ada');
  await run('person', 'hand-over', 'Jonas', '--nobody');
  await run('person', 'list');
  const namesake = { ...known, id: 'per_2', name: 'Grace' };
  await ports.people.keep(namesake);
  await access.openLink((await access.makeLink({ name: 'per_2', by: 'test' })).link);
  await run('person', 'hand-over', 'Grace (grace@example.com)', '--nobody', '--end-sessions');
  await run('person', 'link', 'Jonas', 'per_2');
  await run('lead', 'list');
  const { contactId } = await run('lead', 'show', 'lead-1');
  await run('contact', 'show', '--contact', contactId);
  await run('contact', 'edit', contactId, '--last-name', 'Lovelace');
  await run('lead', 'list');
  await run('lead', 'show', 'lead-1');
  await run('contact', 'show', contactId);
  await submit('of-family', { draft: { firstName: 'Carlos', email: undefined, phone: wholeDraft.phone } });
  await run('lead', 'move', 'lead-1', 'in-progress', '--reason', 'came back');
  await run('lead', 'note', 'lead-1', 'Has a trade-in.');
  await run('lead', 'follow-up', 'lead-1', '2h');
  await run('lead', 'follow-up', 'lead-1', 'tomorrow 10:00');
  await run('lead', 'note', 'lead-1', 'Likes it.');
  await run('lead', 'list');
  await run('lead', 'show', 'lead-1');
  await run('lead', 'note', 'lead-1', '--reached');
  await run('lead', 'follow-up', 'lead-1', '3d');
  await run('lead', 'move', 'lead-1', 'lost', '--lost-reason', 'price', '--reached', '--note', 'Too much.');
  await run('lead', 'list');
  await run('lead', 'show', 'lead-1');
  await run('contact', 'export', '--contact', contactId);
  await run('lead', 'erase', 'lead-1', '--yes');
  await run('lead', 'erase', 'lead-1', '--yes');
  await run('lead', 'list');

  await run('contact', 'edit', contactId, '--zip', '10001');
  await submit('lead-2', { draft: { firstName: 'Bob', email: 'bob@example.com' } });
  const other = (await run('lead', 'show', 'lead-2')).contactId;
  await run('contact', 'find', '--email', 'ada@example.com');
  await run('contact', 'merge', contactId, other, '--yes');
  await run('contact', 'merge', contactId, other, '--yes');
  await run('contact', 'show', contactId);
  await run('contact', 'erase', '--contact', contactId, '--yes');
  await run('lead', 'show', 'lead-1');
  await run('contact', 'show', '--contact', contactId);

  note('upgrade', JSON.parse((await leads(['upgrade', '--json'])).out));

  const retained = await leads(['retention', '--older-than', '36mo', '--yes', '--json']);
  const counted = await leads(['retention', '--older-than', '36mo', '--dry-run', '--json']);
  note('retention', JSON.parse(retained.out), JSON.parse(counted.out));

  const { tokenId } = await run('token', 'issue', 'CRM', '--role', 'sales', '--expires', '90d');
  await ports.accessTokens.markUsed(tokenId, clock());
  await run('token', 'revoke', tokenId);
  await run('token', 'list');

  await run('hook', 'add', 'https://crm.example.com/', '--operator');
  const { hook } = await run('hook', 'add', 'https://acme.example.com/', '--vendor', 'Acme');
  await run('hook', 'rotate', hook);
  await ports.webhooks.hooks.change(hook, (known) => ({ ...known, failingSince: clock() }));
  const answer = { status: 500, error: 'it answered 500', answer: 'sorry', duration: 3 };
  const attempt = { eventId: 'evt_1', type: 'hook.test' as const, leadId: 'lead-1', at: clock(), ...answer };
  await submit('lead-3', { vendorId: vendor });
  await run('lead', 'move', 'lead-3', 'won');
  const [delivery] = await operator.leadDeliveries({ leadId: 'lead-3' });
  const lastTry = { status: 500, error: 'it answered 500', duration: 3, at: clock() };
  const failed = async () => (delivery ? [{ ...delivery, lastTry }] : []);
  await runOn({ ...operator, leadDeliveries: failed }, 'lead', 'show', 'lead-3');
  await runOn({ ...operator, hookLog: async () => [attempt] }, 'hook', 'test', hook);
  await runOn({ ...operator, hookLog: async () => [attempt] }, 'hook', 'log', hook);
  await run('hook', 'replay', hook, '--since', '1h');
  await run('hook', 'pause', hook);
  await run('hook', 'list');
  await run('hook', 'resume', hook);
  await run('hook', 'remove', hook);

  await submit('lead-lost');
  await operator.moveLead({ leadId: 'lead-lost', to: 'Lost', lostReason: 'price', by: 'grace' });
  await run('report', '--month', '2026-06');
  await run('audit');
  await run('desk', 'link', '--by', 'ada');
  await run('desk', 'end-sessions', 'ada');
  return printed;
}
