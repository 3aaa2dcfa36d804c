import type { DeskContext, UndoOffer } from './desk-state.ts';
import { type Html, html } from './html.ts';
import { goTo } from './page.ts';

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

/** Milliseconds for which it is told what became of a change that has ended. */
const TOLD_FOR = 3_600_000;

/** Long changes of this process. Each may be repeated, also after it was broken off. One that is done is told once, and forgotten if nobody looks. */
const works = new Map<string, Work>();

interface LongChange {
  /** Of the thing that is changed. */
  readonly id: string;
  readonly what: string;
  readonly unit?: string;
  /** The page that tells how far it is, and the one after it. */
  readonly here: string;
  readonly after: string;
}

/**
 * Makes a change, unless one of the thing goes on, and answers with what it did; or, if it takes longer than somebody waits, with how far it
 * is. Throws what it throws meanwhile.
 */
export async function changeLong(
  ctx: DeskContext,
  { id, what, unit = 'events', here, after }: LongChange,
  change: (progress: (count: number) => void) => Promise<LongDone>,
): Promise<void> {
  const done = works.get(id)?.state === 'going on' ? undefined : await startLong(id, { what, unit }, change);
  ctx.state.undo = done?.undo;
  goTo(ctx, done ? after : here, done?.said ?? longWork(id) ?? what);
}

/** Resolves to what it did, or to `undefined` if it goes on. */
async function startLong(
  id: string,
  named: Pick<Work, 'what' | 'unit'>,
  change: Parameters<typeof changeLong>[2],
): Promise<LongDone | undefined> {
  const work: Work = { ...named, count: 0, state: 'going on' };
  works.set(id, work);
  let isAwaited = true;
  const ended = (state: Work['state']) => {
    if (isAwaited) works.delete(id);
    else setTimeout(() => works.get(id) === work && works.delete(id), TOLD_FOR).unref();
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
function longWork(id: string): string | undefined {
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
