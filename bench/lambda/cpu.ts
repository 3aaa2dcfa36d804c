import { readFileSync } from 'node:fs';
import { childrenOf, tasksOf } from '../../test/support/children.ts';

/** CPU time that a process's descendants have used, in milliseconds: all threads, to the nanosecond. Linux only. */
export function cpuBelow(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + cpuOf(child) + cpuBelow(child), 0);
}

function cpuOf(pid: number): number {
  const nanoseconds = tasksOf(pid).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}
