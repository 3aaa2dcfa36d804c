import { type Crm, crmMethods } from '../src/application/ports/outbound/crm.ts';
import type { Contact } from '../src/domain/contact.ts';
import type { Deal } from '../src/domain/deal.ts';
import type { LeadStatus } from '../src/domain/lead-status.ts';
import type { UnderTest } from './contract.ts';
import { newLead, openedDeal } from './samples.ts';

/** An empty CRM, and ways to read what it keeps. */
export interface CrmUnderTest extends UnderTest<Crm> {
  readonly crm: Crm;
  /** Resolves to all contacts, in any order, as `deals` does. */
  contacts(): Promise<readonly Contact[]>;
  deals(): Promise<readonly Deal[]>;
  /** Gives a deal another status as the CRM's own users do: in the store, without `crm`. */
  changeStatus?(leadId: string, status: LeadStatus): Promise<void>;
  /** Makes the store refuse to write contacts and deals from now on, while it answers `crm` and may be read. */
  refuseWrites?(): Promise<void>;
}

const hooks = ['another', 'changeStatus', 'refuseWrites', 'breakDown'] as const;

/** A hook that a CRM under test may offer. */
export type CrmHook = (typeof hooks)[number];

/** Throws TypeError for unknown hooks: their tests would run, or be shown as skipped, against the intention. */
export function checkHooks(given: readonly string[]): void {
  const unknown = given.filter((name) => !hooks.some((hook) => hook === name));
  if (unknown.length > 0)
    throw new TypeError(`\`without\` names no hook: ${unknown.join(', ')}. The hooks: ${hooks.join(', ')}.`);
}

const readings = ['contacts', 'deals'] as const;

/** Throws if `open` does not do its part: one clear sentence instead of a confusing one in each test. */
export async function checkOpen(open: () => Promise<CrmUnderTest>): Promise<void> {
  for (const time of ['first', 'second']) {
    const under = await open();
    try {
      checkShape(under);
      if ((await under.contacts()).length + (await under.deals()).length > 0) {
        throw new TypeError(
          `Each open() has to resolve to an empty CRM; the ${time} one has contacts or deals already.`,
        );
      }
      await under.crm.addLead(newLead(openedDeal({}, {}))).catch(() => {}); // a failure is reported by tests of its own
    } finally {
      await under?.close?.();
    }
  }
}

function checkShape(under: Partial<CrmUnderTest> | undefined): void {
  const missing = [
    ...crmMethods.filter((name) => typeof under?.crm?.[name] !== 'function').map((name) => `crm.${name}`),
    ...readings.filter((name) => typeof under?.[name] !== 'function'),
  ];
  if (missing.length > 0) {
    const list = missing.join(', ');
    throw new TypeError(`open() has to resolve to { crm, contacts, deals }; missing: ${list}.`);
  }
}
