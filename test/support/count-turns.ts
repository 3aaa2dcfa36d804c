import { setImmediate as turn } from 'node:timers/promises';

/** Counts the turns of the event loop until its end is asked for. */
export function countTurns() {
  const turns = { passed: 0, end };
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turns.passed += 1) await turn();
  })();
  return turns;

  function end(): Promise<void> {
    isOver = true;
    return counting;
  }
}
