import { countLeadsUnderOtherNames } from '#operators/application/contacts/other-names.ts';
import type { ContactRecord } from '#operators/application/ports/records.ts';
import { nameOf } from '../../../../../domain/name.ts';
import { contactPath, listPath } from '../../presentation/desk-paths.ts';
import { countOf, endedText, heldText, owedText, sentences } from '../../presentation/lead-words.ts';
import { asks, type Question } from '../ask.ts';
import { wordsOf } from '../change.ts';
import type { DeskPages } from '../desk-state.ts';
import { type Html, html } from '../html.ts';
import { goTo, timeOf } from '../page.ts';
import { apart } from '../reach.ts';
import { personFacts } from './contact-page.ts';
import { facts } from './facts.ts';

/** Erases a contact with all its leads, after a question. */
export const contactErasePages: DeskPages = (routes) =>
  asks(routes, '/contacts/:id/erase', 'eraseContact', {
    async question({ state: { operator }, params }) {
      const found = await operator.findContact({ contactId: params.id ?? '' });
      const others = await countLeadsUnderOtherNames(found, operator);
      return eraseQuestion(found, { others, held: await operator.countHeldOf(found) });
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

const eraseQuestion = (
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
