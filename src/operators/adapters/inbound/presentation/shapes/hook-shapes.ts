import * as v from 'valibot';
import type { Attempt as Tried } from '#operators/application/events/ports/deliveries.ts';
import type { FreshSecret } from '#operators/application/ports/inbound/hook-use-cases.ts';
import type { Hook as Webhook } from '#operators/domain/events/hook.ts';
import { hookEventTypes } from '#operators/domain/events/lead-event.ts';
import { json, viewOf } from '../view.ts';
import { eventType, triedAndAnswered } from './lead-shapes.ts';
import { flag, leadId, list, perhaps, said, text, time, whole } from './parts.ts';

export const pausedBecause = v.picklist(['operator', 'gone', 'failing']);

export const Hook = viewOf<Webhook>()({
  hook: json(said(text, 'Its id.'), ({ id }) => id),
  url: text,
  operator: json(said(flag, 'Whether it is the operator’s own.'), ({ vendorId }) => vendorId === undefined),
  events: list(v.picklist(hookEventTypes)),
  created: time,
  paused: json(flag, ({ paused }) => paused !== undefined),
  vendor: json(perhaps(said(text, 'The id of the vendor whose it is.')), ({ vendorId }) => vendorId),
  pausedBecause: json(perhaps(pausedBecause), ({ paused }) => paused?.why),
  failingSince: perhaps(time),
});

export const HookList = v.object({ hooks: list(Hook) });
export const FreshHook = v.object({ ...Hook.entries, secret: text });
export type FreshHook = v.InferOutput<typeof FreshHook>;
export const freshHook = ({ hook, secret }: FreshSecret): FreshHook => ({ ...Hook.of(hook), secret });
export const RemovedHook = v.object({ ...Hook.entries, removed: flag });

export const Attempt = viewOf<Tried>()({
  event: json(said(text, 'Its id.'), ({ eventId }) => eventId),
  type: eventType,
  ...triedAndAnswered,
  leadId: perhaps(leadId),
});
export const AttemptList = v.object({ attempts: list(Attempt) });

export const TestedHook = v.object({ event: said(text, 'Its id.') });
export const Replay = v.object({ hook: text, replayed: said(whole, 'How many events are delivered again.') });
