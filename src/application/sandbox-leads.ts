import type { Deal } from '../domain/deal.ts';
import type { LeadStatus } from '../domain/lead-status.ts';
import { AnswerLost, type SubmitLead } from './ports/inbound/vendor.ts';
import { makeSubmitLead, type SubmitLeadPorts } from './submit-lead.ts';

/** Milliseconds of a late answer: more than an impatient client waits, less than any gateway's timeout. */
const SLOW_ANSWER = 6_000;

/** The statuses of a walking lead, each with the milliseconds after receipt. */
const steps = [
  ['Quoted', 3_000],
  ['Won', 6_000],
] as const;

type LeadCrm<A> = SubmitLeadPorts<A>['crm'];

interface SandboxPorts<Announced> extends SubmitLeadPorts<Announced> {
  /** The deal as it would be after a move to `to` at the moment of receipt. */
  readonly moved: (deal: Deal, to: LeadStatus) => Deal;
  /** Moves a lead that walks. Absent: no lead walks. */
  readonly move?: ((leadId: string, to: LeadStatus) => Promise<unknown>) | undefined;
}

/** Customers' addresses that ask for a status. */
const statusByAddress = new Map<string, LeadStatus>([
  ['quoted@sandbox.test', 'Quoted'],
  ['evaluation-scheduled@sandbox.test', 'Evaluation Scheduled'],
  ['won@sandbox.test', 'Won'],
  ['lost@sandbox.test', 'Lost'],
]);

/**
 * Makes the use case of the sandbox. The customer's address can request a rare result: another status, an
 * error, a late answer, or a lost answer. A retry with the same Idempotency-Key gets the answer that was lost.
 */
export function makeSubmitSandboxLead<Announced>(ports: SandboxPorts<Announced>): SubmitLead {
  const submitAsUsual = makeSubmitLead(ports);
  return async (submission) => {
    const address = submission.lead.customer.email?.identity ?? '';
    const crm = crmFor(address, ports);
    const receipt = await (crm ? makeSubmitLead({ ...ports, crm }) : submitAsUsual)(submission);
    if (address === 'slow@sandbox.test') await new Promise((resolve) => setTimeout(resolve, SLOW_ANSWER));
    if (address === 'walks@sandbox.test' && !receipt.replayed) walk(receipt.leadId, ports);
    if (address === 'lost-answer@sandbox.test' && !receipt.replayed)
      throw new AnswerLost('the answer is lost');
    return receipt;
  };
}

/**
 * Moves a lead step by step while this process lives. A lead that somebody else has moved, or erased, stays as
 * it is.
 */
function walk(leadId: string, { move }: Pick<SandboxPorts<unknown>, 'move'>): void {
  for (const [to, wait] of steps) setTimeout(() => void move?.(leadId, to).catch(() => {}), wait).unref();
}

/** The CRM that an address asks for; `undefined` for the usual one. */
function crmFor<A>(address: string, { crm, moved }: SandboxPorts<A>): LeadCrm<A> | undefined {
  const usual: LeadCrm<A> = {
    earlierDeal: (vendorId, key) => crm.earlierDeal(vendorId, key),
    addLead: (lead) => crm.addLead(lead),
    statusOf: (leadId) => crm.statusOf(leadId),
  };
  const to = statusByAddress.get(address);
  if (to)
    return {
      ...usual,
      addLead: (lead) => crm.addLead({ ...lead, dealOf: (contactId) => moved(lead.dealOf(contactId), to) }),
    };
  if (address !== 'error@sandbox.test') return undefined;
  return {
    ...usual,
    addLead: () => Promise.reject(new Error('error requested by the test address')),
  };
}
