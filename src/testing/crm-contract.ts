import { afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { blankFields } from './blank-fields.ts';
import { changedStatus } from './changed-status.ts';
import { contactRaces } from './contact-races.ts';
import { matchedContacts } from './contacts.ts';
import { type CrmHook, type CrmUnderTest, checkHooks, checkOpen } from './crm-under-test.ts';
import { deals } from './deals.ts';
import { idempotencyKeys } from './idempotency-keys.ts';
import { keyRaces } from './key-races.ts';
import { refusedWrites } from './refused-writes.ts';
import { sharedStore } from './shared-store.ts';
import { Subject } from './subject.ts';
import { texts } from './texts.ts';
import { unreachableStore } from './unreachable-store.ts';

/** For `crmContract`. */
export interface CrmContractOptions {
  /** Milliseconds that a test may take, 30,000 by default. The longest ones call the CRM 600 times. */
  readonly timeout?: number | undefined;
  /** The hooks that this CRM cannot offer. Their tests are left out; otherwise they are shown as skipped. */
  readonly without?: readonly CrmHook[] | undefined;
}

/** What the port `Crm` promises. Every adapter has to pass. `open` is called for each test. */
export function crmContract(
  name: string,
  open: () => Promise<CrmUnderTest>,
  { timeout = 30_000, without = [] }: CrmContractOptions = {},
): void {
  checkHooks(without);
  const hooks = without.length > 0 ? ` (without ${without.join(' and ')})` : '';
  describe(`CRM contract: ${name}${hooks}`, { timeout }, () => {
    const subject = new Subject();
    beforeAll(() => checkOpen(open), timeout);
    beforeEach(() => subject.open(open), timeout);
    afterEach(() => subject.close(), timeout);

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
    if (!without.includes('breakDown')) unreachableStore(subject);
  });
}
