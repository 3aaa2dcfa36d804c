import type { Try } from '#operators/application/events/ports/deliveries.ts';
import type { RecordedEntry } from '#operators/application/ports/outbound/audit-log.ts';
import type { Lease } from '#operators/application/ports/outbound/leases.ts';
import type { RefusedRequest } from '#operators/application/ports/outbound/refusals.ts';
import type { Ticket } from '#operators/application/ports/outbound/tickets.ts';
import type { Hook } from '#operators/domain/events/hook.ts';
import type { AnyEvent } from '#operators/domain/events/lead-event.ts';
import type { Subscription } from '#operators/domain/events/subscription.ts';
import type { AccessToken } from '#operators/domain/work/access-token.ts';
import type { Person } from '#operators/domain/work/person.ts';
import type { TimeName } from '../../../../../domain/as-json.ts';

/** Records that are kept as text. (Deals and contacts have the domain's `dealToJson`.) */
export type Kept =
  | RecordedEntry
  | Person
  | Ticket
  | AccessToken
  | Lease
  | Subscription
  | RefusedRequest
  | Hook
  | AnyEvent
  | Try;

export const toText = (value: Kept | readonly Kept[]): string => JSON.stringify(value);

export const fromText = <T extends Kept | readonly Kept[]>(text: string): T => JSON.parse(text, read);

/** The names of times in these records. A name that is missing here does not compile. */
const times: Readonly<Record<TimeName<Kept>, true>> = {
  at: true,
  created: true,
  ends: true,
  expires: true,
  failingSince: true,
  lastUsed: true,
  left: true,
  revoked: true,
  seen: true,
  since: true,
};

const read = (name: string, value: unknown): unknown =>
  typeof value === 'string' && Object.hasOwn(times, name) ? new Date(value) : value;
