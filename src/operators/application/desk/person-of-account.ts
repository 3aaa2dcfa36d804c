import type { KnownPeople } from '../../domain/work/known-people.ts';
import type { Person } from '../../domain/work/person.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { idOfAccount } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { Identity } from '../ports/outbound/identity-provider.ts';
import { emailKey } from './manage-people.ts';

/** The record of an account. If the provider has verified the email, links the person who was added with it. */
export async function recordOf(
  ports: AuditPorts & Needs<'people' | 'digest'>,
  { name, email, isEmailVerified, ...identity }: Identity,
  known: KnownPeople,
): Promise<Person> {
  const id = idOfAccount(ports.digest, identity);
  const own = known.recordOf(id) ?? { id, role: undefined, seen: undefined };
  const expected = isEmailVerified ? expectedWith(email, known) : undefined;
  if (expected && expected.id !== known.idOf(id)) {
    const order = { by: { by: name, byId: id }, action: 'person.link', on: expected.id, to: id } as const;
    await audited(ports, order, () => ports.people.keep({ ...expected, is: id }));
  }
  return { ...own, name, email, isExpected: undefined };
}

/** The person who was added with this email; `undefined` if there is none, or several. */
function expectedWith(email: string | undefined, known: KnownPeople): Person | undefined {
  const [expected, another] = known.all.filter(
    (each) =>
      each.isExpected &&
      email !== undefined &&
      each.email !== undefined &&
      emailKey(each.email) === emailKey(email),
  );
  return another ? undefined : expected;
}
