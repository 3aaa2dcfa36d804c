import { deskModules } from './modules/operator.ts';
import type { ProcessOptions } from './options.ts';
import { deskNeeds, serveDeskAlone } from './parts/desk.ts';
import { tellRights } from './parts/rights.ts';
import { type Program, type RunningServer, startProcess } from './process.ts';
import { requireShared } from './store.ts';
import { tokens } from './tokens.ts';
import { version } from './version.ts';

const parts = { desk: serveDeskAlone, rights: tellRights('desk') };

export const desk: Program<typeof parts> = {
  check: (_config, store) =>
    requireShared(store, 'the desk of a store in memory is part of the server (npm start)'),
  modules: deskModules,
  needs: deskNeeds,
  parts,
  started({ desk: { url } }, { container }, { log, always }) {
    always.note('Serving the desk', { version, url });
    container
      .get(tokens.operator)
      .hookKeyProblem()
      .then(
        (problem) => problem && log.warn(problem),
        () => {}, // a store that is down is told otherwise
      );
  },
};

/**
 * Starts the operators' desk as a process of its own, which needs rights of its own in the database. If it cannot start,
 * standard error says why, the exit code of the process becomes 1, and this resolves to `undefined`.
 */
export async function startDesk(options: ProcessOptions = {}): Promise<RunningServer | undefined> {
  const running = await startProcess(desk, options);
  return running && { url: running.parts.desk.url, stop: running.stop };
}
