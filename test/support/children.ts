import { readdirSync, readFileSync } from 'node:fs';

/** The processes that a process has started and that are still there. Linux only. */
export function childrenOf(pid: number): number[] {
  const lists = tasksOf(pid).map((task) => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'));
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

export const tasksOf = (pid: number): string[] => readdirSync(`/proc/${pid}/task`);
