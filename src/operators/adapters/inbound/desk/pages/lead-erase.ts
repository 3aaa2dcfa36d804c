import type { LeadRecord } from '#operators/application/ports/records.ts';
import { presentCustomer } from '#operators/domain/work/worked-deal.ts';
import { hasCustomer, isUnderOtherName } from '../../../../../domain/contact.ts';
import { contactPath, leadPath } from '../../presentation/desk-paths.ts';
import { endedText, heldText, owedText, sentences } from '../../presentation/lead-words.ts';
import { asks, type Question } from '../ask.ts';
import { wordsOf } from '../change.ts';
import type { DeskPages } from '../desk-state.ts';
import { html } from '../html.ts';
import { goTo } from '../page.ts';
import { apart } from '../reach.ts';
import { personFacts } from './contact-page.ts';
import { facts } from './facts.ts';

/** Erases what one lead says about its customer, after a question. */
export const leadErasePages: DeskPages = (routes) =>
  asks(routes, '/leads/:id/erase', 'eraseLead', {
    question: async ({ state: { operator }, params }) =>
      eraseQuestion(await operator.showLead({ leadId: params.id ?? '' })),
    async act(ctx) {
      const { operator } = ctx.state;
      const leadId = ctx.params.id ?? '';
      const isSame = isSamePerson(await operator.showLead({ leadId }));
      const { ended, held, owed } = await operator.eraseLead({ leadId });
      const said = sentences(
        'Erased: nothing of the customer is left in this lead.',
        held > 0 && `Also erased: ${heldText(held)}.`,
        isSame && 'The contact still says who it was.',
        endedText(ended, wordsOf(ctx).time),
        owedText(owed),
      );
      goTo(ctx, leadPath(leadId), said);
    },
  });

const isSamePerson = ({ deal, contact }: Pick<LeadRecord, 'deal' | 'contact'>): boolean =>
  contact !== undefined && hasCustomer(deal) && !isUnderOtherName(presentCustomer(deal), contact);

function eraseQuestion({ deal, contact }: LeadRecord): Question {
  const customer = presentCustomer(deal);
  return {
    title: 'Erase a lead',
    asks: 'Erase the customer’s data of this lead?',
    says: html`${customer ? facts(personFacts(customer)) : html`<p>It was erased before.</p>`}
<p>Erased, for good: the name, email and phone in this lead, what the customer wrote, the vendor’s own id,
the reasons in its history and the texts of what was written down.</p>
<p>What stays: the lead’s status, type, vehicle, dates and who did what,
so that ${apart(deal.vendorName)} still gets the status.
Also the <a href="${contactPath(deal.contactId)}">contact</a>, with its other leads.</p>
${
  isSamePerson({ deal, contact }) &&
  html`<p class="note">The contact says the same name. If it is of this person alone, erase the contact instead.
If others share its phone, erase this, then make the contact theirs: under <em>Edit</em>,
write the other’s name, and clear the email.</p>`
}`,
    button: html`<button class="danger">Erase</button>`,
    leave: { path: leadPath(deal.id) },
  };
}
