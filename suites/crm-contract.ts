import { beforeAll } from 'vitest';
import { blankFields } from './blank-fields.ts';
import { changedStatus } from './changed-status.ts';
import { contactRaces } from './contact-races.ts';
import { matchedContacts } from './contacts.ts';
import { contract, type OptionsOf } from './contract.ts';
import { type CrmHook, type CrmUnderTest, checkHooks, checkOpen } from './crm-under-test.ts';
import { deals } from './deals.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { keyRaces } from './key-races.ts';
import { refusedWrites } from './refused-writes.ts';
import { sentWith } from './samples.ts';
import { sharedStore } from './shared-store.ts';
import { Subject } from './subject.ts';
import { texts } from './texts.ts';
import { telling } from './unreachable.ts';

/** Options of `crmContract`. `without`: the hooks that this CRM cannot offer. */
export type CrmContractOptions = OptionsOf<CrmHook>;

/** Tests all that the port `Crm` promises; every adapter has to pass. `open` is called for each test. */
export function crmContract(
  name: string,
  open: () => Promise<CrmUnderTest>,
  options: CrmContractOptions = {},
): void {
  const { without = [], timeout = 30_000 } = options;
  checkHooks(without);
  const hooks = without.length > 0 ? ` (without ${without.join(' and ')})` : '';
  contract(`CRM contract: ${name}${hooks}`, open, options, ['crm'], ({ current, unreachable }) => {
    beforeAll(() => checkOpen(open), timeout);
    const subject = new Subject(current);

    matchedContacts(subject);
    blankFields(subject);
    contactRaces(subject);
    deals(subject);
    texts(subject);
    idempotencyKeys(subject);
    keyRaces(subject);
    if (!without.includes('another')) sharedStore(subject);
    if (!without.includes('changeStatus')) changedStatus(subject);
    if (!without.includes('refuseWrites')) refusedWrites(subject);

    unreachable(async ({ crm }) => {
      const sent = sentWith('order 1');
      const kept = subject.deal(telling, { idempotency: sent });
      const bare = subject.deal(telling);
      const other = subject.deal({ ...telling, email: 'ann@example.com' });
      const fresh = subject.deal(telling, { idempotency: sentWith('new') });
      await subject.add(kept);
      await crm.statusOf(kept.id);
      return {
        'addLead, known customer': () => subject.add(bare),
        'addLead, new customer': () => subject.add(other),
        'addLead, new key': () => subject.add(fresh),
        'addLead, known key': () => subject.add({ ...fresh, idempotency: sent }),
        'earlierDeal, known': () => crm.earlierDeal('vendor-1', sent.key),
        'earlierDeal, new': () => crm.earlierDeal('vendor-1', 'newer'),
        'statusOf, known': () => crm.statusOf(kept.id),
        'statusOf, unknown': () => crm.statusOf(fresh.id),
      };
    });
  });
}
