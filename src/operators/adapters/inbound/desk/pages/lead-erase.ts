import { hasCustomer, isUnderOtherName } from '../../../../../domain/contact.ts';
import type { LeadRecord } from '../../../../application/ports/records.ts';
import { presentCustomer } from '../../../../domain/work/worked-deal.ts';
import { contactPath, leadPath } from '../../presentation/desk-paths.ts';
import { endedText, heldText, owedText, sentences } from '../../presentation/lead-words.ts';
import { wordsOf } from '../change.ts';
import type { DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage } from '../page.ts';
import { apart } from '../reach.ts';
import { personFacts } from './contact-page.ts';
import { facts } from './facts.ts';

/** Erases what one lead says about its customer, after a question. */
export const leadErasePages: DeskPages = (routes) => {
  routes.get('/leads/:id/erase', 'eraseLead', async (ctx) => {
    const found = await ctx.state.operator.showLead({ leadId: ctx.params.id ?? '' });
    showPage(ctx, 'Erase a lead', erasePage(found));
  });

  routes.post('/leads/:id/erase', 'eraseLead', async (ctx) => {
    const { operator } = ctx.state;
    const leadId = ctx.params.id ?? '';
    const { deal, contact } = await operator.showLead({ leadId });
    const isSame = isSamePerson({ deal, contact });
    const { ended, held, owed } = await operator.eraseLead({ leadId });
    const said = sentences(
      'Erased: nothing of the customer is left in this lead.',
      held > 0 && `Also erased: ${heldText(held)}.`,
      isSame && 'The contact still says who it was.',
      endedText(ended, wordsOf(ctx).time),
      owedText(owed),
    );
    goTo(ctx, leadPath(leadId), said);
  });
};

const isSamePerson = ({ deal, contact }: Pick<LeadRecord, 'deal' | 'contact'>): boolean =>
  contact !== undefined && hasCustomer(deal) && !isUnderOtherName(presentCustomer(deal), contact);

function erasePage({ deal, contact }: LeadRecord): Html {
  const customer = presentCustomer(deal);
  return html`<div class="head"><h1>Erase the customer’s data of this lead?</h1></div>
<section class="panel ask">
${customer ? facts(personFacts(customer)) : html`<p>It was erased before.</p>`}
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
}
<form method="post" action="${leadPath(deal.id)}/erase" class="line"><button class="danger">Erase</button>
<a class="button" href="${leadPath(deal.id)}">Leave it as it is</a></form>
</section>`;
}
