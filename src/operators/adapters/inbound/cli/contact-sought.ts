import type { ContactSought } from '#operators/application/ports/inbound/contact-use-cases.ts';
import { meaning, onlyOne, optional, text } from '../presentation/fields.ts';
import { email, phone } from '../presentation/values.ts';
import type { Asked } from './at-terminal.ts';
import { type CliContext, remark, WrongUsage } from './cli-context.ts';

/** The options that name one customer. */
export const which = optional({
  email: meaning('The customer with this email.', email),
  phone: meaning('The customer with this phone.', phone),
  contact: text('The contact with this id, which lead show prints; finds an erased one too.'),
});

/** Reads an id, or exactly one of the options. No error message repeats what was typed. */
export function soughtIn({ query, part }: ReturnType<Asked<typeof which>['read']>): ContactSought {
  const { email, phone, contact } = query;
  const ids = [part('contactId'), contact].flatMap((contactId) => (contactId ? [{ contactId }] : []));
  const sought = onlyOne<ContactSought>([...ids, email && { email }, phone && { phone }]);
  if (!sought) throw new WrongUsage('Give exactly one of --email, --phone or --contact.');
  return sought;
}

export function remarkOnPhone(sought: ContactSought, context: CliContext): void {
  if ('phone' in sought)
    remark(
      context,
      'A customer who gave this phone after another one, and an email, is found only by that email, or by contact find.',
    );
}
