import { sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import { makeAuthenticateVendor } from '../../src/application/authenticate-vendor.ts';
import { makeGetLeadStatus } from '../../src/application/get-lead-status.ts';
import { tellNobody } from '../../src/application/ports/outbound/announce-lead.ts';
import type { Crm } from '../../src/application/ports/outbound/crm.ts';
import { makeSubmitLead } from '../../src/application/submit-lead.ts';
import { EmailAddress } from '../../src/domain/email-address.ts';
import type { LeadDraft } from '../../src/domain/lead.ts';
import type { LeadStatus } from '../../src/domain/lead-status.ts';
import { PhoneNumber } from '../../src/domain/phone-number.ts';
import { makeOperatorUseCases } from '../../src/operators/application/operator.ts';
import type { OperatorPorts } from '../../src/operators/application/operator-ports.ts';
import type { LeadListQuery } from '../../src/operators/application/ports/inbound/lead-use-cases.ts';
import type { AuditLog } from '../../src/operators/application/ports/outbound/audit-log.ts';
import type { People } from '../../src/operators/application/ports/outbound/people.ts';
import type { VendorDirectory } from '../../src/operators/application/ports/outbound/vendor-directory.ts';
import { AnswerGoal } from '../../src/operators/domain/work/answer-goal.ts';
import { leadOf } from '../../suites/samples.ts';
import { zoneOf } from './time-zone.ts';

export interface Stores extends Pick<OperatorPorts, 'leads' | 'contacts' | 'report' | 'erasure'> {
  readonly crm: Crm;
  readonly vendors: VendorDirectory;
  readonly audit: AuditLog;
  readonly people: People;
}

interface Submitting {
  readonly draft: LeadDraft;
  readonly vendorId: string;
  /** The number of a key. */
  readonly with: number | undefined;
  readonly idempotencyKey: string | undefined;
}

/** `of`: the number of a contact; `with`: of a key; `since`: milliseconds ago. */
interface Listing extends Omit<LeadListQuery, 'contact' | 'key' | 'since' | 'cursor'> {
  readonly of: number | undefined;
  readonly with: number | undefined;
  readonly since: number | undefined;
}

/**
 * Every use case over some stores, to be called with plain values: leads, keys and contacts are meant by number, modulo how
 * many there are. Time and random numbers are the same in every world.
 */
export function worldOf({ crm, vendors, audit, people, ...kept }: Stores) {
  let now = Date.UTC(2026, 5, 1);
  let made = 0;
  const clock = () => new Date(now);
  const newLeadId = () => {
    made += 1;
    return `00000000-0000-7000-8000-${`${made}`.padStart(12, '0')}`;
  };
  const randomBytes = (count: number) => {
    made += 1;
    return new Uint8Array(count).fill(made);
  };
  const ports = { clock, digest: sha256, randomBytes };

  const uses: Promise<void>[] = [];
  const authenticate = makeAuthenticateVendor({
    configured: { find: async () => undefined },
    issued: vendors,
    recordUse: (keyId, at) => void uses.push(vendors.markUsed(keyId, at)),
    ...ports,
  });
  const submitLead = makeSubmitLead({ crm, newLeadId, announce: tellNobody, ...ports });
  const getLeadStatus = makeGetLeadStatus(crm);
  const operator = makeOperatorUseCases({
    vendors,
    ...kept,
    audit,
    people,
    keyKind: 'test',
    timeZone: zoneOf('UTC'),
    answerGoal: new AnswerGoal(3_600_000),
    ...ports,
  });
  const by = 'grace';

  const leads: string[] = [];
  const keys: { readonly id: string; readonly text: string }[] = [];
  const contacts: string[] = [];
  const nth = <T>(list: readonly T[], n: number, none: T): T => list[n % Math.max(list.length, 1)] ?? none;
  const leadId = (n: number) => nth(leads, n, 'no-lead');
  const contactId = (n: number) => nth(contacts, n, 'no-contact');
  const key = (n: number) => nth(keys, n, { id: 'no-key', text: 'no key' });

  const steps = {
    async wait(ms: number) {
      now += ms;
    },
    async submit({ draft, with: nthKey, ...rest }: Submitting) {
      const keyId = nthKey === undefined ? undefined : key(nthKey).id;
      const receipt = await submitLead({ lead: leadOf(draft), keyId, ...rest });
      if (!receipt.replayed) leads.push(receipt.leadId);
      const { deal } = await operator.showLead({ ...receipt, by: 'test' });
      if (!contacts.includes(deal.contactId)) contacts.push(deal.contactId);
      return receipt;
    },
    status: ([n, vendorId]: [number, string]) => getLeadStatus({ leadId: leadId(n), vendorId }),
    show: (n: number) => operator.showLead({ leadId: leadId(n), by: 'test' }),
    move: ([n, to, reason]: [number, LeadStatus, string | undefined]) =>
      operator.moveLead({ leadId: leadId(n), to, reason, by }),
    /** Page by page. */
    async list({ of, with: nthKey, since, ...rest }: Listing) {
      const pages = [];
      const contact = of === undefined ? undefined : contactId(of);
      const query = {
        ...rest,
        contact,
        key: nthKey === undefined ? undefined : key(nthKey).id,
        since: since === undefined ? undefined : new Date(now - since),
      };
      let page = await operator.listLeads(query);
      for (pages.push(page); page.more; pages.push(page))
        page = await operator.listLeads({ ...query, cursor: page.next });
      return pages;
    },
    contactWithEmail: (email: string) =>
      operator.findContact({ email: EmailAddress.parse(email), by: 'test' }),
    contactWithPhone: (phone: string) =>
      operator.findContact({ phone: PhoneNumber.parse(phone), by: 'test' }),
    contact: (n: number) => operator.findContact({ contactId: contactId(n), by: 'test' }),
    erase: (n: number) => operator.eraseContact({ contactId: contactId(n), by }),
    eraseLead: (n: number) => operator.eraseLead({ leadId: leadId(n), by }),
    addVendor: (name: string) => operator.addVendor({ name, by }),
    vendors: () => operator.listVendors(),
    async issue([vendor, term]: [string, number | undefined]) {
      const fresh = await operator.issueKey({ vendor, term, by });
      keys.push({ id: fresh.key.id, text: fresh.text });
      return fresh;
    },
    async rotate([n, overlap]: [number, number]) {
      const fresh = await operator.rotateKey({ keyId: key(n).id, overlap, by });
      keys.push({ id: fresh.key.id, text: fresh.text });
      return fresh;
    },
    revoke: (n: number) => operator.revokeKey({ keyId: key(n).id, by }),
    async use(n: number) {
      const caller = await authenticate(key(n).text);
      await Promise.all(uses);
      return caller;
    },
  };

  /** What a step returns or throws, as JSON would show it. Each store gives contacts ids of its own: here they are numbers. */
  async function outcome([step, given]: Step): Promise<unknown> {
    const act = steps[step] as (given: unknown) => Promise<unknown>;
    const what = await act(given).catch((error: Error) => `${error.name}: ${error.message}`);
    const text = JSON.stringify({ step, given, what });
    const named = contacts.reduce((all, id, n) => all.replaceAll(id, `contact ${n}`), text);
    // Each store names several contacts in an order of its own.
    return JSON.parse(
      named.replace(/contact \d+(, contact \d+)+/g, (several) => several.split(', ').sort().join(', ')),
    );
  }

  return { steps, outcome };
}

export type StepName = keyof ReturnType<typeof worldOf>['steps'];
export type Step = readonly [StepName, unknown];
