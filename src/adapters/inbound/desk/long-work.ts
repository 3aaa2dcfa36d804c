import type { DeskContext, UndoOffer } from './desk-state.ts';
import { type Html, html } from './html.ts';

/** Milliseconds after which a page does not wait any longer. */
const PATIENCE = 3_000;

/** What a long change did, in a sentence, and the way back if there is one. */
export interface LongDone {
  readonly said: string;
  readonly undo?: UndoOffer | undefined;
}

/** What goes on with one thing, beyond the request that began it. */
interface Work {
  readonly what: string;
  /** Of what it does so many. */
  readonly unit: string;
  count: number;
  state: 'going on' | 'broken off' | LongDone;
}

/** Long changes of this process. Each may be repeated, also after it was broken off. One that is done is told once. */
const works = new Map<string, Work>();

/**
 * Begins a change of the thing with this id, unless one goes on, and resolves to what it did; or to `undefined` if it has
 * begun and takes longer than somebody waits. Throws what it throws meanwhile.
 */
export async function startLong(
  id: string,
  what: string,
  change: (progress: (count: number) => void) => Promise<LongDone>,
  unit = 'events',
): Promise<LongDone | undefined> {
  if (works.get(id)?.state === 'going on') return undefined;
  const work: Work = { what, unit, count: 0, state: 'going on' };
  works.set(id, work);
  let isAwaited = true;
  const ended = (state: Work['state']) => {
    if (isAwaited) works.delete(id);
    work.state = state;
  };
  const result = change((count) => {
    work.count = count;
  });
  result.then(ended, () => ended('broken off')); // said by the next page
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined).unref());
  return Promise.race([result, late]).finally(() => {
    isAwaited = false;
  });
}

/** How far the work is, in a sentence; `undefined` if there is nothing. */
export function longWork(id: string): string | undefined {
  const work = works.get(id);
  if (!work) return undefined;
  const done = `${work.count.toLocaleString('en')} ${work.unit}`;
  if (work.state === 'going on')
    return `${work.what}: ${done} so far. Reload this page to see how far it is.`;
  if (work.state === 'broken off')
    return `${work.what}: it was broken off after ${done}. Do it again to go on.`;
  works.delete(id);
  return work.state.said;
}

/** The same on a page, which offers to take back what was done. */
export function workPart({ state }: DeskContext, id: string): Html | undefined {
  const was = works.get(id)?.state;
  const text = longWork(id);
  if (typeof was === 'object') state.undo = was.undo;
  return text === undefined ? undefined : html`<p role="status">${text}</p>`;
}
