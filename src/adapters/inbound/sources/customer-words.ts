import type { HeldReceipt } from '../../../application/ports/inbound/source.ts';
import type { Problem } from '../../../domain/invalid-lead.ts';

/** Words for a customer at a form: which fields to give or mend. Empty if they can mend nothing. */
export const customerWords = ({ problems }: HeldReceipt): string =>
  problems.map(wordsFor).filter(Boolean).join(' ');

function wordsFor({ field, reason }: Problem): string {
  if (reason === 'contact-missing') return 'Please give an email address or a phone number.';
  if (reason === 'too-long') return 'Please write less.';
  switch (field) {
    case 'firstName':
      return 'Please give your name.';
    case 'email':
      return 'Please check the email address.';
    case 'phone':
      return 'Please check the phone number: it needs ten digits.';
    default:
      return '';
  }
}
