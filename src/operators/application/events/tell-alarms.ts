import { type Alarm, alarmTold, type Hook } from '../../domain/events/hook.ts';
import { hookAlarm } from '../../domain/events/lead-event.ts';
import { announce, type KnownHooks } from './known-hooks.ts';
import type { Deliveries } from './ports/deliveries.ts';
import type { HookDirectory } from './ports/hook-directory.ts';

interface Ports {
  readonly hooks: Pick<HookDirectory, 'change'>;
  readonly knownHooks: KnownHooks;
  readonly deliveries: Pick<Deliveries, 'add'>;
}

interface Untold {
  readonly hookId: string;
  readonly alarm: Alarm;
}

/** Whether there is an alarm of a hook that another hook asks for. */
export const isAlarmToTell = (hooks: readonly Hook[]): boolean =>
  untold(hooks).some((each) => announcements(each, hooks).length > 0);

/**
 * Tells the operator's other hooks of each alarm, then notes that they were told. After a crash in between, the
 * same event is sent again.
 */
export async function tellAlarms(ports: Ports, hooks: readonly Hook[]): Promise<void> {
  for (const each of untold(hooks))
    for (const announced of announcements(each, hooks)) {
      await ports.deliveries.add([announced]);
      await ports.hooks.change(each.hookId, (hook) => alarmTold(hook, each.alarm));
      await ports.knownHooks({ anew: true });
    }
}

const untold = (hooks: readonly Hook[]): Untold[] =>
  hooks.flatMap(({ id, alarm }) => (alarm && !alarm.told ? [{ hookId: id, alarm }] : []));

/** The alarm for the hooks that were created before it. */
const announcements = ({ hookId, alarm }: Untold, hooks: readonly Hook[]) =>
  announce(
    hookAlarm(hookId, alarm),
    hooks.filter(({ created }) => created <= alarm.at),
  );
