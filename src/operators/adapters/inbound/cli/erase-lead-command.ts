import { hasCustomer } from '../../../../domain/contact.ts';
import { nameOf } from '../../../../domain/name.ts';
import { endedText, heldText, owedText, sentences } from '../presentation/lead-words.ts';
import { type Asked, commanded } from './at-terminal.ts';
import { type CliContext, remark } from './cli-context.ts';
import { doLasting, dryRun, withYes } from './confirmation.ts';
import { timeText } from './text.ts';

export const eraseLead = commanded({
  method: 'DELETE',
  summary: 'Permanently erase what one lead says about its customer, where other people share the contact',
  query: dryRun,
  command: {
    words: 'lead erase <leadId>',
    examples: ['lead erase 0199… --dry-run', 'lead erase 0199… --yes'],
  },
  options: withYes,
  act: erase,
});

async function erase(asked: Asked, context: CliContext): Promise<void> {
  const { part } = asked.read();
  await doLasting(asked, context, async () => {
    const operator = await asked.operator();
    const { deal, contact } = await operator.showLead({ leadId: part('leadId') });
    const { id: leadId, contactId, customer } = deal;
    const already = !hasCustomer(deal);
    const what = `the customer’s data in lead ${leadId}`;
    const rest = contact ? ` What contact ${contactId} and its other leads say stays.` : '';
    const of = customer ? `, ${nameOf(customer)}` : '';
    return {
      would: `${already ? 'Erased before:' : 'This would erase'} ${what}.${rest}`,
      question: already ? undefined : `Permanently erase ${what}${of}?${rest}`,
      otherwise: 'Nothing was erased.',
      view: (isDone) => ({ leadId, contactId, erased: isDone || already, ...(already && { already }) }),
      async run() {
        const { ended, held, owed } = await operator.eraseLead({ leadId }); // again, too: it may have been interrupted
        if (owed) remark(context, owedText(owed));
        return sentences(
          `${already ? 'Erased before:' : 'Erased'} ${what}.${rest}`,
          held > 0 && `Also erased: ${heldText(held)}.`,
          endedText(ended, (at) => timeText(at, context)),
        );
      },
    };
  });
}
