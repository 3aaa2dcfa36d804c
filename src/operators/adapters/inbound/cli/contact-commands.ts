import type { MergePlan } from '#operators/application/ports/inbound/contact-use-cases.ts';
import { contactColumns, fieldNames } from '../presentation/contact-views.ts';
import { countOf, heldText } from '../presentation/lead-words.ts';
import type { Call } from '../presentation/operation.ts';
import { contactsSought, findContacts } from '../presentation/operations/contact-operations.ts';
import { ContactFile, ContactRecord, Merge } from '../presentation/shapes/contact-shapes.ts';
import { contactDraft } from '../presentation/values.ts';
import { type Asked, atTerminal } from './at-terminal.ts';
import { type CliContext, print, printJson, remark } from './cli-context.ts';
import { doLasting, withYes } from './confirmation.ts';
import { remarkOnPhone, soughtIn, which } from './contact-sought.ts';
import { contactText, whoIs } from './contact-text.ts';
import { leadTable } from './lead-text.ts';
import { table, terminalSafeJson } from './text.ts';

/** The most leads shown with their contact; `lead list` has all. */
const MAX_LEADS_SHOWN = 50;

/** How these commands differ at a terminal. */
export const contactsAtTerminal = {
  findContacts: atTerminal({
    recorded: true,
    query: contactsSought,
    async show(call, context) {
      const { contacts, more } = await findContacts(call);
      if (more) remark(context, 'There are more: give a higher --limit.');
      const held = await heldOf(call);
      if (held > 0)
        remark(context, `It also stands in ${heldText(held)}: run held list with the same option.`);
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

/** How many held leads have the email or phone that contacts are sought by. */
async function heldOf({
  operator,
  query,
}: Pick<Call<typeof contactsSought>, 'operator' | 'query'>): Promise<number> {
  const { email, phone } = query;
  return email || phone ? (await operator.countHeldWith({ email, phone })).held : 0;
}

/** Prints the access file: JSON, in one line with `--json`. */
async function exportContact(
  { read, operator, json }: Asked<typeof which>,
  context: CliContext,
): Promise<void> {
  const sought = soughtIn(read());
  const file = ContactFile.of(await (await operator()).exportContact(sought), { now: context.clock() });
  await print(context, terminalSafeJson(file, json ? undefined : 2));
  const { leads, held, leadsUnderOtherNames: others } = file;
  if (held.length > 0)
    remark(context, `It has ${heldText(held.length)}: look through their texts before you hand it on.`);
  if (others > 0)
    remark(
      context,
      `Of its ${countOf(leads.length)}, ${others} came under another first name: look through the file before you hand it on.`,
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
