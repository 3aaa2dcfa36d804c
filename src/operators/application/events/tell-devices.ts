import type { Clock } from '../../../application/ports/outbound/runtime.ts';
import { isSuccess } from '../../domain/events/hook.ts';
import { isOfLead, type LeadEvent } from '../../domain/events/lead-event.ts';
import { noticeOf, type Shows } from '../../domain/events/notice.ts';
import {
  allDevices,
  asReceiver,
  concerns,
  type Subscription,
  TOLD_WITHIN,
} from '../../domain/events/subscription.ts';
import type { KnownPeople } from '../../domain/work/known-people.ts';
import { keptAnswer } from '../kept-answer.ts';
import type { KnownHooks } from './known-hooks.ts';
import type { Deliveries, DueDelivery, Settled } from './ports/deliveries.ts';
import type { Posted } from './ports/post-event.ts';
import { type PushNotice, removeSubscriptions, type Subscriptions } from './ports/subscriptions.ts';
import { settledBy, type TryDelivery } from './try-delivery.ts';

/** Milliseconds for which devices and people are used again. */
const FRESH = 2_500;
/** The most deliveries of a lead among which those that told a device are looked for. */
const MOST_TOLD = 1_000;

const HANDED_ON: Posted = { status: 204, error: undefined, retryAfter: undefined, answer: undefined };
/** Counts as not delivered, so that it is not taken back. */
const NOTHING_TO_TELL: Posted = {
  ...HANDED_ON,
  status: undefined,
  error: 'there was nothing to tell any more',
};

interface TellDevicesPorts {
  readonly subscriptions: Subscriptions;
  readonly knownPeople: () => Promise<KnownPeople>;
  readonly deliveries: Pick<Deliveries, 'add' | 'deal' | 'ofLead'>;
  readonly push: PushNotice;
  readonly shows: Shows;
  readonly clock: Clock;
  /** A random number from 0 to 1. */
  readonly random: () => number;
}

/** Makes what puts devices among the receivers of events, and what tries them. */
export function makeTellDevices({ subscriptions, deliveries, push, shows, ...ports }: TellDevicesPorts) {
  const { clock } = ports;
  const known = keptAnswer(() => subscriptions.all(), FRESH, clock);
  const people = keptAnswer(ports.knownPeople, FRESH, clock);

  /** Hands an event on to each device that it concerns, as a delivery of its own. */
  async function handOn(delivery: DueDelivery): Promise<Settled> {
    const { event } = delivery;
    const hooks = isOfLead(event) ? await devicesFor(event) : [];
    if (hooks.length > 0) await deliveries.add([{ event, hooks }]);
    return settledBy(HANDED_ON, delivery, clock(), ports);
  }

  async function devicesFor(event: LeadEvent): Promise<readonly string[]> {
    const all = await people();
    await removeSubscriptions(subscriptions, ({ person }) => !all.mayOwn(person));
    const devices = await known({ anew: true });
    if (event.type === 'lead.answered') {
      const tried = await deliveries.ofLead(event.leadId, MOST_TOLD);
      const told = tried.filter(({ due, tries }) => due || tries.some(({ status }) => isSuccess(status)));
      return devices.map(({ id }) => id).filter((id) => told.some(({ hookId }) => hookId === id));
    }
    const { owner: kept } = (await deliveries.deal(event.leadId)) ?? {};
    const owner = kept !== undefined && all.mayOwn(kept) ? kept : undefined;
    const isOf = (person: string) => (id: string) => all.idOf(id) === all.idOf(person);
    return devices.flatMap((each) => (concerns(each, event, owner, isOf(each.person)) ? [each.id] : []));
  }

  /** Tells a device. Nothing is sent if there is nothing to tell any more. */
  async function tell(device: Subscription, delivery: DueDelivery): Promise<Settled> {
    const { event } = delivery;
    const at = clock();
    const notice = isOfLead(event) && noticeOf(event, await deliveries.deal(event.leadId), shows, at);
    const ttl = Math.ceil((event.at.getTime() + TOLD_WITHIN - at.getTime()) / 1_000);
    const posted = notice ? await push(device, { notice, ttl }) : NOTHING_TO_TELL;
    const isGone = posted.status === 404 || posted.status === 410;
    if (isGone) {
      await subscriptions.remove(device.id);
      await known({ anew: true });
    }
    const tried = settledBy(posted, delivery, at, ports);
    return notice && !isGone ? tried : { ...tried, due: undefined };
  }

  return {
    andDevices:
      (hooks: KnownHooks): KnownHooks =>
      async (order) => [...(await hooks(order)), ...(await known(order)).map(asReceiver)],
    orDevice:
      (webhooks: TryDelivery): TryDelivery =>
      async (hook, delivery) => {
        if (hook.id === allDevices.id) return handOn(delivery);
        const device = (await known()).find(({ id }) => id === hook.id);
        return device ? tell(device, delivery) : webhooks(hook, delivery);
      },
  };
}
