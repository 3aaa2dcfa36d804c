import { Refused } from '../../domain/refused.ts';
import { audited } from '../audited.ts';
import { assignAll, ownerMeant } from '../leads/assign-lead.ts';
import type { ChangeLeadsPorts } from '../leads/change-leads.ts';
import type { HandOver } from '../ports/inbound/lead-changes.ts';
import { authorOf, knownPeople, unknownPerson } from './known-people.ts';
import type { PeopleUseCasePorts } from './people.ts';

/** How many leads are read at once. */
const GROUP = 100;

/** First whoever leaves is no owner to choose any more and signed out, then their leads go. */
export const makeHandOver =
  (ports: ChangeLeadsPorts & PeopleUseCasePorts): HandOver =>
  async ({ person: given, to, endSessions = false, by }) => {
    const { backOffice, people, tickets, clock } = ports;
    const known = await knownPeople(ports);
    const { id } = known.meant(given);
    const person = known.all.find((each) => each.id === id);
    if (!person) throw unknownPerson();
    const owner = await ownerMeant(ports, known, to);
    if (owner === id) throw new Refused('same-person', 'Nobody can be given their own leads.');
    const author = await authorOf(ports, by);
    const order = { by: author, action: 'desk.hand-over', on: id, to: owner } as const;
    const ended = await audited(ports, order, async () => {
      await people.keep({ ...person, left: clock() });
      return endSessions ? ((await tickets?.takeAllOf(id)) ?? 0) : 0;
    });
    return { person, owner: owner ?? undefined, ended, leads: handedOver() };

    /** Each time the first ones that are left: what was assigned, or closed meanwhile, is not found again. */
    async function* handedOver() {
      for (;;) {
        const open = await backOffice.deals({ owner: id, open: true, limit: GROUP });
        if (open.length === 0) return;
        const leads = open.map((deal) => ({ id: deal.id, seen: { owner: id } }));
        yield* assignAll(ports, { leads, owner, nameOf: known.nameOf, by: author });
      }
    }
  };
