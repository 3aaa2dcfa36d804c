import { countLeadsUnderOtherNames } from '#operators/application/contacts/other-names.ts';
import { emailOrPhone } from '#operators/application/leads/seek-leads.ts';
import type { ContactRecord, LeadRecord } from '#operators/application/ports/records.ts';
import { presentCustomer } from '#operators/domain/work/worked-deal.ts';
import { hasCustomer, isUnderOtherName } from '../../../../../domain/contact.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { contactPath, heldWithPath, leadPath, listPath } from '../../presentation/desk-paths.ts';
import { countOf, endedText, heldText, owedText, sentences } from '../../presentation/lead-words.ts';
import { searchText } from '../../presentation/values.ts';
import { asks, type Question } from '../ask.ts';
import { wordsOf } from '../change.ts';
import type { DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, showPage, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { personFacts } from './contact-form.ts';
import { facts } from './facts.ts';

/** Erases what is kept of somebody, after a question: in one lead, as a contact, or held to be read. */
export const erasePages: DeskPages = (routes) => {
  leadErasure(routes);
  contactErasure(routes);
  heldErasure(routes);
};

/** Erases what one lead says about its customer. */
const leadErasure: DeskPages = (routes) =>
  asks(routes, '/leads/:id/erase', 'eraseLead', {
    question: async ({ state: { operator }, params }) =>
      leadQuestion(await operator.showLead({ leadId: params.id ?? '' })),
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

function leadQuestion({ deal, contact }: LeadRecord): Question {
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

/** Erases a contact with all its leads. */
const contactErasure: DeskPages = (routes) =>
  asks(routes, '/contacts/:id/erase', 'eraseContact', {
    async question({ state: { operator }, params }) {
      const found = await operator.findContact({ contactId: params.id ?? '' });
      const others = await countLeadsUnderOtherNames(found, operator);
      return contactQuestion(found, { others, held: await operator.countHeldOf(found) });
    },
    async act(ctx) {
      const contactId = ctx.params.id ?? '';
      const { ended, held, owed } = await ctx.state.operator.eraseContact({ contactId });
      const said = sentences(
        held > 0 ? `Erased, with ${heldText(held)}.` : 'Erased.',
        'If a lead was coming in just now, erase again in a minute.',
        endedText(ended, wordsOf(ctx).time),
        owedText(owed),
      );
      goTo(ctx, contactPath(contactId), said);
    },
  });

/** How many leads of a contact came under another name, and how many are held. */
interface Besides {
  readonly others: number;
  readonly held: number;
}

const contactQuestion = (
  { contactId, contact, deals, erased }: ContactRecord,
  { others, held }: Besides,
): Question => ({
  title: 'Erase a contact',
  asks: html`Erase ${contact ? apart(nameOf(contact)) : 'this contact'}?`,
  says: html`${
    contact
      ? facts(personFacts(contact))
      : html`<p>It was erased${erased && html` (${timeOf(erased)})`}. Erase it again if a lead came in meanwhile.</p>`
  }
${others > 0 && othersNote(contactId, others)}
<p>Erased, for good: the contact, and in its ${countOf(deals)} the customer, the notes, the vendor’s own id,
and the reasons in the history${held > 0 && `; and ${heldText(held)}`}.</p>
<p>What stays: each lead’s status, type, vehicle, dates and who moved it, so that vendors still get the status.</p>`,
  button: html`<button class="danger">Erase</button>`,
  leave: { path: contactPath(contactId) },
});

const othersNote = (contactId: string, others: number): Html =>
  html`<p class="note">${others === 1 ? 'One of its leads names' : `${others} of its leads name`} somebody with
another first name. To erase one person alone,
<a href="${listPath('/', { contact: contactId })}">open that person’s leads</a> and erase each.
If the person is the one whom the contact names, then make the contact the other’s under <em>Edit</em>.</p>`;

/** Erases what is held of somebody without a contact. */
const heldErasure: DeskPages = (routes) => {
  routes.get('/held/erase', 'eraseHeld', async (ctx) => {
    const { operator, query } = ctx.state;
    const text = query.get('q') ?? '';
    const { held } = await operator.countHeldWith(emailOrPhone(searchText(text)) ?? {});
    showPage(
      ctx,
      'Erase what is held',
      html`<div class="head"><h1>Erase what is held?</h1></div>
<section class="panel ask"><p>Erased, for good: ${heldText(held)} with <b>${text}</b> in ${held === 1 ? 'it' : 'them'}.</p>
<form method="post" action="/held/erase" class="line"><input type="hidden" name="q" value="${text}">
<button class="danger">Erase</button>
<a class="button" href="${heldWithPath(text)}">Leave it as it is</a></form></section>`,
    );
  });

  routes.post('/held/erase', 'eraseHeld', async (ctx) => {
    const sought = emailOrPhone(searchText(ctx.state.form.get('q') ?? ''));
    const { held, owed } = await ctx.state.operator.eraseHeld(sought ?? {});
    goTo(ctx, '/held', sentences(`Erased ${heldText(held)}.`, owedText(owed)));
  });
};
