import { timeZoneOf } from './config.ts';
import { deskModules } from './modules/operator.ts';
import type { ProcessOptions } from './options.ts';
import { watchClock } from './parts/clock.ts';
import { deskNeeds, serveDeskAlone } from './parts/desk.ts';
import { tellProblems } from './parts/doctor.ts';
import { rehearse } from './parts/rehearsal.ts';
import { removeWhatIsOwed } from './parts/removals.ts';
import { type Program, type RunningServer, startProcess } from './process.ts';
import { requireShared } from './store.ts';
import { version } from './version.ts';
import { zoneText } from './zone-setting.ts';

const parts = {
  desk: serveDeskAlone,
  rehearsal: rehearse,
  problems: tellProblems('desk'),
  clock: watchClock,
  remains: removeWhatIsOwed,
};

export const desk: Program<typeof parts> = {
  check: (_config, store) =>
    requireShared(store, 'the desk of a store in memory is part of the server (npm start)'),
  modules: deskModules,
  needs: deskNeeds,
  parts,
  started({ desk: { url } }, { config }, { always }) {
    always.note('Serving the desk', { version, url, timeZone: zoneText(timeZoneOf(config), new Date()) });
  },
};

/**
 * Starts the operators' desk as a process of its own, which needs its own rights in the database. If it cannot
 * start, standard error says why, the process's exit code becomes 1, and this resolves to `undefined`.
 */
export async function startDesk(options: ProcessOptions = {}): Promise<RunningServer | undefined> {
  const running = await startProcess(desk, options);
  return running && { url: running.parts.desk.url, stop: running.stop, stopped: running.stopped };
}
