import type { ContactSought } from '#operators/application/contacts/known-contacts.ts';
import { countLeadsUnderOtherNames } from '#operators/application/contacts/other-names.ts';
import type { OwnUseCases } from '#operators/application/operator-as.ts';
import { Refused } from '#operators/domain/refused.ts';
import { endedText, heldText, owedText, sentences } from '../presentation/lead-words.ts';
import { type Asked, commanded } from './at-terminal.ts';
import { type CliContext, NotDone, remark } from './cli-context.ts';
import { doLasting, dryRun, type Lasting, withYes } from './confirmation.ts';
import { remarkOnPhone, soughtIn, which } from './contact-sought.ts';
import { whoIs } from './contact-text.ts';
import { timeText } from './text.ts';

export const eraseContact = commanded({
  method: 'DELETE',
  summary: 'Permanently erase a customer’s personal data; their leads still return their status',
  query: { ...which, ...dryRun },
  command: {
    words: 'contact erase',
    examples: ['contact erase --email ada@example.com --dry-run', 'contact erase --phone 5550109999 --yes'],
  },
  options: withYes,
  act: erase,
});

async function erase(asked: Asked<typeof which>, context: CliContext): Promise<void> {
  const sought = soughtIn(asked.read());
  await doLasting(asked, context, async () => {
    const operator = await asked.operator();
    try {
      return await eraseWithLeads(sought, operator, context);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.reason === 'only-held' && !('contactId' in sought))
        return eraseOnlyHeld(sought, operator, context);
      // Of a contact that no lead has, nobody is told, but it is erased.
      if (error.reason === 'unknown-contact' && !('contactId' in sought) && !asked.command.opts().dryRun)
        await operator.eraseHeld(sought);
      await remarkOnRemains(context);
      throw error;
    }
  });
}

async function eraseWithLeads(
  sought: ContactSought,
  operator: OwnUseCases,
  context: CliContext,
): Promise<Lasting> {
  const found = await operator.findContact(sought);
  const { contactId, contact, deals, erased } = found;
  const others = await countLeadsUnderOtherNames(found, operator);
  const held = await operator.countHeldOf({ contactId });
  remarkOnPhone(sought, context);
  const before = erased ? ` (erased before, on ${timeText(erased, context)})` : '';
  const shared =
    others > 0 ? ` (${others} under another first name: lead erase ID erases a single lead)` : '';
  const leads = `the personal data in ${deals === 1 ? 'its lead' : `its ${deals} leads`}${shared}`;
  const and = (count: number) => (count > 0 ? `, and ${heldText(count)}` : '');
  const what = `contact ${contactId}${before} and ${leads}`;
  const whom = contact ? `contact ${contactId} (${whoIs(contact)}) and ${leads}` : what;
  return {
    would: `This would erase ${what}${and(held)}.`,
    question: `Permanently erase ${whom}${and(held)}?`,
    otherwise: 'Nothing was erased.',
    view: (isDone) => ({ contactId, leads: deals, held, leadsUnderOtherNames: others, erased: isDone }),
    async run() {
      if (!erased) remark(context, howToRepeat(contactId, !('contactId' in sought)));
      const { ended, held: gone, owed } = await operator.eraseContact({ contactId });
      if (owed) remark(context, owedText(owed));
      if (!('contactId' in sought)) await remarkOnOthers(sought, operator, context);
      return sentences(
        `Erased ${what}${and(gone)}.`,
        endedText(ended, (at) => timeText(at, context)),
      );
    },
  };
}

/** Erases what is held of somebody who has no contact. */
async function eraseOnlyHeld(sought: Address, operator: OwnUseCases, context: CliContext): Promise<Lasting> {
  const { held } = await operator.countHeldWith(sought);
  const nobody = { contactId: null, leads: 0, leadsUnderOtherNames: 0 };
  return {
    would: `This would erase ${heldText(held)}: no contact has this.`,
    question: `Permanently erase ${heldText(held)}? No contact has this.`,
    otherwise: 'Nothing was erased.',
    view: (isDone) => ({ ...nobody, held, erased: isDone }),
    async run() {
      const { held: gone, owed } = await operator.eraseHeld(sought);
      if (owed) remark(context, owedText(owed));
      return `Erased ${heldText(gone)}: no contact has this.`;
    },
  };
}

/** Says what is still in the file: the last step of an erasure finds nobody, and may be early. */
async function remarkOnRemains(context: CliContext): Promise<void> {
  const remains = await context.remains().catch((error) => {
    if (error instanceof NotDone) return undefined; // the store removes by itself what was erased
    throw error;
  });
  const owed = await remains?.owed();
  if (owed) remark(context, owedText(owed));
}

/**
 * Says how to repeat an erasure. It is printed beforehand: after an interruption, the email or phone may no
 * longer find the contact. It must be repeated because of leads that arrive meanwhile: such a lead is kept with
 * the erased contact, which only the id finds, or with a new one, which only the email or phone finds.
 */
function howToRepeat(contactId: string, isSoughtByAddress: boolean): string {
  const again = isSoughtByAddress ? '; then the same command as now, which should find no contact' : '';
  return `In a minute, in case a lead was just arriving (at once if it is interrupted now), run leads contact erase --contact ${contactId} --yes${again}.`;
}

type Address = Exclude<ContactSought, { readonly contactId: string }>;

/** Remarks if other people's contacts and leads still have the email or phone. */
async function remarkOnOthers(sought: Address, { findContacts }: OwnUseCases, context: CliContext) {
  const { contacts } = await findContacts({ ...sought, limit: 1 });
  const option = 'email' in sought ? '--email' : '--phone';
  if (contacts.length > 0)
    remark(
      context,
      `It still stands in other contacts or their leads: run contact find and lead list with the same ${option}.`,
    );
}
