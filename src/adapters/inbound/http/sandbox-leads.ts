import type { SubmitLead } from '../../../application/ports/inbound.ts';

/** Milliseconds: longer than a hasty client waits, shorter than any gateway does. */
const SLOW_ANSWER = 6_000;

/** The lead is kept, and the runtime is to hang up without a word, as a broken network would. */
export class AnswerLost extends Error {
  override readonly name = 'AnswerLost';
}

/**
 * In the sandbox a vendor can try what networks do: `slow@sandbox.test` is answered late, `lost-answer@sandbox.test`
 * is kept and never answered, unless it is a retry by its Idempotency-Key.
 */
export const withSandboxLeads =
  (submitLead: SubmitLead, slowness: number = SLOW_ANSWER): SubmitLead =>
  async (submission) => {
    const receipt = await submitLead(submission);
    const address = submission.lead.customer.email?.identity;
    if (address === 'slow@sandbox.test') await new Promise((resolve) => setTimeout(resolve, slowness));
    if (address === 'lost-answer@sandbox.test' && !receipt.replayed)
      throw new AnswerLost('the answer is lost');
    return receipt;
  };
