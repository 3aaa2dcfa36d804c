import type { LeadStatus } from '../../domain/intake/lead-status.ts';
import { moveDeal, withChange } from '../../domain/work/deal.ts';
import { AnswerLost, type SubmitLead } from './ports/inbound/vendor.ts';
import { makeSubmitLead, type SubmitLeadPorts } from './submit-lead.ts';

/** Milliseconds: longer than an impatient client waits, shorter than the timeout of any gateway. */
const SLOW_ANSWER = 6_000;

/** When a walking lead gets which status, in milliseconds after its receipt. */
const steps = [
  ['Quoted', 3_000],
  ['Won', 6_000],
] as const;

type LeadCrm = SubmitLeadPorts['crm'];

interface SandboxPorts extends SubmitLeadPorts {
  /** Moves a lead that walks. Without it none does. */
  readonly move?: ((leadId: string, to: LeadStatus) => Promise<unknown>) | undefined;
}

/** The CRM for the leads of these customers. */
const decoratorByAddress = new Map<string, (crm: LeadCrm) => LeadCrm>([
  ['quoted@sandbox.test', movingTo('Quoted')],
  ['evaluation-scheduled@sandbox.test', movingTo('Evaluation Scheduled')],
  ['won@sandbox.test', movingTo('Won')],
  ['lost@sandbox.test', movingTo('Lost')],
  ['error@sandbox.test', failing],
]);

/**
 * Submits leads in the sandbox. The customer's address can request what is rare in production: another status, an
 * error, a late answer, or a lost answer. A retry with the same Idempotency-Key gets the answer that was lost.
 */
export function makeSubmitSandboxLead(ports: SandboxPorts): SubmitLead {
  const submitAsUsual = makeSubmitLead(ports);
  return async (submission) => {
    const address = submission.lead.customer.email?.identity ?? '';
    const decorate = decoratorByAddress.get(address);
    const submit = decorate ? makeSubmitLead({ ...ports, crm: decorate(ports.crm) }) : submitAsUsual;
    const receipt = await submit(submission);
    if (address === 'slow@sandbox.test') await new Promise((resolve) => setTimeout(resolve, SLOW_ANSWER));
    if (address === 'walks@sandbox.test' && !receipt.replayed) walk(receipt.leadId, ports);
    if (address === 'lost-answer@sandbox.test' && !receipt.replayed)
      throw new AnswerLost('the answer is lost');
    return receipt;
  };
}

/** While this process lives. A lead that somebody else has moved meanwhile, or erased, stays as it is. */
function walk(leadId: string, { move }: SandboxPorts): void {
  for (const [to, wait] of steps) setTimeout(() => void move?.(leadId, to).catch(() => {}), wait).unref();
}

function movingTo(status: LeadStatus): (crm: LeadCrm) => LeadCrm {
  return (crm) => ({
    ...methodsOf(crm),
    addDeal(deal, announced) {
      const change = { at: deal.receivedAt, by: 'sandbox', reason: 'requested by the test address' };
      return crm.addDeal(withChange(deal, moveDeal(deal, status, change)), announced);
    },
  });
}

function failing(crm: LeadCrm): LeadCrm {
  return {
    ...methodsOf(crm),
    upsertContact: () => Promise.reject(new Error('error requested by the test address')),
  };
}

const methodsOf = (crm: LeadCrm): LeadCrm => ({
  earlierDeal: (vendorId, key) => crm.earlierDeal(vendorId, key),
  upsertContact: (customer) => crm.upsertContact(customer),
  addDeal: (deal, announced) => crm.addDeal(deal, announced),
});
