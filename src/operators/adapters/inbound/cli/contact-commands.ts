import { countLeadsUnderOtherNames } from '../../../application/contacts/other-names.ts';
import type { OwnUseCases } from '../../../application/operator-as.ts';
import type { ContactSought, MergePlan } from '../../../application/ports/inbound/contact-use-cases.ts';
import { contactColumns, fieldNames } from '../presentation/contact-views.ts';
import { meaning, optional, text } from '../presentation/fields.ts';
import { countOf, endedText, sentences } from '../presentation/lead-words.ts';
import { contactsSought, findContacts } from '../presentation/operations/contact-operations.ts';
import { ContactFile, ContactRecord, Merge } from '../presentation/shapes/contact-shapes.ts';
import { contactDraft, email, phone } from '../presentation/values.ts';
import { type Asked, atTerminal, commanded } from './at-terminal.ts';
import { type CliContext, print, printJson, remark, WrongUsage } from './cli-context.ts';
import { doLasting, dryRun, withYes } from './confirmation.ts';
import { contactText, whoIs } from './contact-text.ts';
import { leadTable } from './lead-text.ts';
import { table, terminalSafeJson, timeText } from './text.ts';

/** The most leads shown with their contact; `lead list` has all. */
const MAX_LEADS_SHOWN = 50;

const which = optional({
  email: meaning('The customer with this email.', email),
  phone: meaning('The customer with this phone.', phone),
  contact: text('The contact with this id, which lead show prints; finds an erased one too.'),
});

/** How these commands differ at a terminal. */
export const contactsAtTerminal = {
  findContacts: atTerminal({
    recorded: true,
    query: contactsSought,
    async show(call, context) {
      const { contacts, more } = await findContacts(call);
      if (more) remark(context, 'There are more: give a higher --limit.');
      return contacts.length > 0 ? table(contactColumns, contacts, context) : 'No contacts.';
    },
  }),
  showContact: atTerminal({ recorded: true, query: which, act: showContact }),
  exportContact: atTerminal({ recorded: true, query: which, act: exportContact }),
  editContact: atTerminal({
    async act({ read, carryOut }) {
      const { from, ...draft } = read().body;
      contactDraft(draft);
      return carryOut();
    },
  }),
  mergeContacts: atTerminal({ options: withYes, act: mergeContacts }),
};

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

/** Reads an id, or exactly one of the options. No error message repeats what was typed. */
function soughtIn({ query, part }: ReturnType<Asked<typeof which>['read']>): ContactSought {
  const { email, phone, contact } = query;
  const ids = [part('contactId'), contact].filter((id) => id !== undefined && id !== '');
  const [sought, other] = [
    ...ids.map((contactId) => ({ contactId })),
    ...(email ? [{ email }] : []),
    ...(phone ? [{ phone }] : []),
  ];
  if (!sought || other) throw new WrongUsage('Give exactly one of --email, --phone or --contact.');
  return sought as ContactSought;
}

async function showContact(
  { read, operator, json }: Asked<typeof which>,
  context: CliContext,
): Promise<void> {
  const sought = soughtIn(read());
  const { findContact, listLeads, namePeople } = await operator();
  const found = await findContact(sought);
  const { contactId } = found;
  remarkOnPhone(sought, context);
  const { leads, more } = await listLeads({ contact: contactId, limit: MAX_LEADS_SHOWN });
  const people = await namePeople();
  if (json) return printJson(context, ContactRecord.of({ ...found, leads, more }, { people }));
  await print(context, contactText(found, context));
  if (leads.length > 0) await print(context, `\n${leadTable(leads, people, context)}`);
  if (more) remark(context, `There are more: lead list --contact ${contactId}`);
}

/** Prints the access file: JSON, in one line with `--json`. */
async function exportContact(
  { read, operator, json }: Asked<typeof which>,
  context: CliContext,
): Promise<void> {
  const sought = soughtIn(read());
  const file = ContactFile.of(await (await operator()).exportContact(sought), { now: context.clock() });
  await print(context, terminalSafeJson(file, json ? undefined : 2));
  const { leads, leadsUnderOtherNames: others } = file;
  if (others > 0)
    remark(
      context,
      `Of its ${countOf(leads.length)}, ${others} came under another first name: look through the file before you hand it on.`,
    );
}

async function erase(asked: Asked<typeof which>, context: CliContext): Promise<void> {
  const sought = soughtIn(asked.read());
  await doLasting(asked, context, async () => {
    const operator = await asked.operator();
    const found = await operator.findContact(sought);
    const { contactId, contact, deals, erased } = found;
    const others = await countLeadsUnderOtherNames(found, operator);
    remarkOnPhone(sought, context);
    const before = erased ? ` (erased before, on ${timeText(erased, context)})` : '';
    const shared =
      others > 0 ? ` (${others} under another first name: lead erase ID erases a single lead)` : '';
    const leads = `the personal data in ${deals === 1 ? 'its lead' : `its ${deals} leads`}${shared}`;
    const what = `contact ${contactId}${before} and ${leads}`;
    const whom = contact ? `contact ${contactId} (${whoIs(contact)}) and ${leads}` : what;
    return {
      would: `This would erase ${what}.`,
      question: `Permanently erase ${whom}?`,
      otherwise: 'Nothing was erased.',
      view: (isDone) => ({ contactId, leads: deals, leadsUnderOtherNames: others, erased: isDone }),
      async run() {
        if (!erased) remark(context, howToRepeat(contactId, !('contactId' in sought)));
        const { ended } = await operator.eraseContact({ contactId });
        if (!('contactId' in sought)) await remarkOnOthers(sought, operator, context);
        return sentences(
          `Erased ${what}.`,
          endedText(ended, (at) => timeText(at, context)),
        );
      },
    };
  });
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

function remarkOnPhone(sought: ContactSought, context: CliContext): void {
  if ('phone' in sought)
    remark(
      context,
      'A customer who gave this phone after another one, and an email, is found only by that email, or by contact find.',
    );
}

async function mergeContacts(asked: Asked, context: CliContext): Promise<void> {
  const { part, body } = asked.read();
  await doLasting(asked, context, async () => {
    const operator = await asked.operator();
    const plan = await operator.planMerge({ keptId: part('contactId'), goneId: `${body.with}` });
    const { keptId, goneId } = plan;
    return {
      would: `This would merge ${whatOf(plan)}.`,
      question: `Merge ${whatOf(plan)}? It cannot be undone.`,
      otherwise: 'Nothing was merged.',
      view: (isDone) => Merge.of(plan, { merged: isDone }),
      async run() {
        await operator.mergeContacts({ keptId, goneId });
        return plan.gone
          ? `Merged contact ${goneId} into contact ${keptId}.`
          : `Contact ${goneId} was a part of contact ${keptId} already.`;
      },
    };
  });
}

function whatOf({ goneId, kept, gone, filled }: MergePlan): string {
  const into = `contact ${kept.contactId} (${whoIs(kept.contact)})`;
  if (!gone) return `what is left of contact ${goneId} into ${into}, of which it is a part already`;
  const leads = gone.deals === 1 ? 'its lead' : `its ${gone.deals} leads`;
  const blanks = filled.length > 0 ? `, filling ${fieldNames(filled)}` : '';
  return `contact ${goneId} (${whoIs(gone.contact)}) and ${leads} into ${into}${blanks}`;
}
