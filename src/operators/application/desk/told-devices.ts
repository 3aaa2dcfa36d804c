import { Refused } from '../../domain/refused.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import { type AuditPorts, audited } from '../audited.ts';
import { authorOf } from '../known-people.ts';
import type { Needs } from '../operator-ports.ts';
import type { Session } from '../ports/inbound/desk-use-cases.ts';
import type { DeviceUseCases } from '../ports/inbound/device-use-cases.ts';
import type { By } from '../ports/inbound/people-use-cases.ts';
import { removeSubscriptions, type Subscriptions } from '../ports/outbound/subscriptions.ts';

/** The most devices of one person. The oldest goes when there is one more. */
const MOST_DEVICES = 10;

export function makeDeviceUseCases(
  ports: AuditPorts & Needs<'subscriptions' | 'push' | 'digest'>,
): DeviceUseCases {
  const { subscriptions, push, digest, clock } = ports;

  const whoAsks = (by: By): string => {
    const { byId } = authorOf(by);
    if (byId === undefined || !subscriptions || !push)
      throw new Refused('not-kept', 'Nobody is told on devices here.');
    return byId;
  };
  const ownOf = async (person: string) =>
    (await subscriptions?.all())?.filter((each) => each.person === person) ?? [];

  return {
    async toldHere({ id, by }) {
      if (!push || !subscriptions) return undefined;
      const found = (await ownOf(whoAsks(by))).find((each) => each.id === id);
      return { key: push.publicKey, wishes: found?.wishes };
    },

    async tellHere({ by, ...given }) {
      const person = whoAsks(by);
      await push?.check(given);
      const id = `dev_${digest(given.endpoint).slice(0, 32)}`;
      return audited(ports, { by, action: 'desk.tell', on: person }, async () => {
        await subscriptions?.keep({ id, person, created: clock(), ...given });
        const own = (await ownOf(person)).sort((a, b) => Number(b.created) - Number(a.created));
        for (const { id: oldest } of own.slice(MOST_DEVICES)) await subscriptions?.remove(oldest);
        return id;
      });
    },

    async tellNoMore({ id, by }) {
      const person = whoAsks(by);
      await audited(ports, { by, action: 'desk.tell-no-more', on: person }, async () => {
        await removeSubscriptions(subscriptions, (each) => each.id === id && each.person === person);
      });
    },
  };
}

/** A device that was told before goes on being told if the same person signs in on it again; for another, it ends. */
export async function goOnTelling(
  subscriptions: Subscriptions | undefined,
  id: string,
  { id: session, person }: Pick<Session, 'id' | 'person'>,
  known: KnownPeople,
): Promise<void> {
  const device = (await subscriptions?.all())?.find((each) => each.id === id);
  if (!device) return;
  if (known.idOf(device.person) === person) await subscriptions?.keep({ ...device, session });
  else await subscriptions?.remove(id);
}
