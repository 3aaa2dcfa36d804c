import * as v from 'valibot';
import { hookEventTypes } from '../../../../domain/events/lead-event.ts';
import { eventType, triedAndAnswered } from './lead-shapes.ts';
import { flag, list, perhaps, said, text, time, whole } from './parts.ts';

export const pausedBecause = v.picklist(['operator', 'gone', 'failing']);

const hook = {
  hook: said(text, 'Its id.'),
  url: text,
  operator: said(flag, 'Whether it is the operator’s own.'),
  events: list(v.picklist(hookEventTypes)),
  created: time,
  paused: flag,
  vendor: perhaps(said(text, 'The id of the vendor whose it is.')),
  pausedBecause: perhaps(pausedBecause),
  failingSince: perhaps(time),
};

export const Hook = v.object(hook);
export const HookList = v.object({ hooks: list(Hook) });
export const FreshHook = v.object({ ...hook, secret: text });
export type FreshHook = v.InferOutput<typeof FreshHook>;
export const RemovedHook = v.object({ ...hook, removed: flag });

export const Attempt = v.object({
  event: said(text, 'Its id.'),
  type: eventType,
  ...triedAndAnswered,
  leadId: perhaps(text),
});
export const AttemptList = v.object({ attempts: list(Attempt) });

export const TestedHook = v.object({ event: said(text, 'Its id.') });
export const Replay = v.object({ hook: text, replayed: said(whole, 'How many events are delivered again.') });
