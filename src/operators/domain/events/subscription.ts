import type { Hook } from './hook.ts';
import type { LeadEvent } from './lead-event.ts';

/** A device on which a person is told of leads, as its browser subscribed to a push service (RFC 8030). */
export interface Subscription {
  /** Derived from the endpoint: whoever subscribes a device later has it. */
  readonly id: string;
  /** The id of the person. */
  readonly person: string;
  /** The id of the session in which they are, or were, signed in on the device. */
  readonly session: string;
  readonly created: Date;
  /** The URL at the push service. Whoever has it and the keys can reach the device. */
  readonly endpoint: string;
  /** The browser's public key and secret (RFC 8291), in base64url. */
  readonly p256dh: string;
  readonly auth: string;
  readonly wishes: Wishes;
}

/** What somebody wants to be told of: new leads (`ours`: their own and nobody's), and their promises that are due. */
export interface Wishes {
  readonly leads: 'all' | 'ours' | 'none';
  readonly promises: boolean;
}

/**
 * The receiver of events for all devices: an event is announced to it once, and the deliverer hands it on to each
 * device that it concerns, so that a lead costs the same however many there are.
 */
export const allDevices: Hook = {
  id: 'devices',
  url: 'https://devices.invalid/',
  vendorId: undefined,
  events: ['lead.received', 'lead.follow_up_due', 'lead.answered'],
  created: new Date(0),
  secrets: [],
  paused: undefined,
  failingSince: undefined,
};

/** A device as a receiver of events. Its address has to be public, as that of a vendor's webhook. */
export const asReceiver = ({ id, endpoint, created }: Subscription): Hook => ({
  ...allDevices,
  id,
  created,
  url: endpoint,
  vendorId: 'devices',
  events: [],
});

/** Milliseconds after an event in which devices are told of it. */
export const TOLD_WITHIN = 12 * 3_600_000;

/** Whether a device is told of this event. `owner`: the lead's, if they can own leads; `isMe`: whether an id means the person. */
export function concerns(
  { created, wishes }: Subscription,
  event: LeadEvent,
  owner: string | undefined,
  isMe: (id: string) => boolean,
): boolean {
  if (created > event.at) return false;
  if (event.type === 'lead.received')
    return wishes.leads === 'all' || (wishes.leads === 'ours' && (owner === undefined || isMe(owner)));
  const promiser = event.type === 'lead.follow_up_due' && (event.author?.byId ?? owner);
  return wishes.promises && Boolean(promiser && isMe(promiser));
}
