import type { SubmitLead } from '../../../application/ports/inbound/vendor.ts';

/** Milliseconds: longer than an impatient client waits, shorter than the timeout of any gateway. */
const SLOW_ANSWER = 6_000;

/** The lead is kept, but the runtime must hang up without a response, as a broken network would. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}

/**
 * Lets a vendor try out network failures in the sandbox: `slow@sandbox.test` is answered late;
 * `lost-answer@sandbox.test` is kept but not answered, unless it is a retry with the same Idempotency-Key.
 */
export const withSandboxLeads =
  (submitLead: SubmitLead): SubmitLead =>
  async (submission) => {
    const receipt = await submitLead(submission);
    const address = submission.lead.customer.email?.identity;
    if (address === 'slow@sandbox.test') await new Promise((resolve) => setTimeout(resolve, SLOW_ANSWER));
    if (address === 'lost-answer@sandbox.test' && !receipt.replayed)
      throw new AnswerLost('the answer is lost');
    return receipt;
  };
