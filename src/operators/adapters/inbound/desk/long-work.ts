import type { InGroups } from '#operators/application/ports/inbound/lead-change-use-cases.ts';
import { StoreUnavailable } from '../../../../application/ports/outbound/store.ts';
import type { DeskContext, UndoOffer } from './desk-state.ts';
import { type Html, html } from './html.ts';
import { goTo } from './page.ts';

/** Milliseconds after which a page answers while a change goes on. */
const GOES_ON_AFTER = 3_000;
/** Milliseconds after which a page answers with what is done, and nothing goes on. */
const STOPS_AFTER = 5_000;

/** The result of a long change in a sentence, and the way to undo it if there is one. */
export interface LongDone {
  readonly said: string;
  readonly undo?: UndoOffer | undefined;
}

/** A change of one thing that goes on after the request that began it. */
interface Work {
  readonly what: string;
  /** The word for what `count` counts. */
  readonly unit: string;
  count: number;
  state: 'going on' | 'broken off' | LongDone;
}

/** Milliseconds for which the result of a change is kept. */
const TOLD_FOR = 3_600_000;

/**
 * Long changes of this process, by the thing's id. Each may be repeated, also after it broke off. A result is
 * shown once, and dropped if nobody looks.
 */
const works = new Map<string, Work>();

interface LongChange {
  /** The id of the thing that is changed. */
  readonly id: string;
  readonly what: string;
  readonly unit?: string;
  /** The address of the page that shows progress, and of the page after it. */
  readonly here: string;
  readonly after: string;
}

/**
 * Makes a change unless the thing is already being changed, and answers with the result; or, if that takes
 * longer than people wait, with the progress. Throws errors of the change that occur meanwhile.
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

/** Begins a change. Resolves to its result, or to `undefined` if it goes on. */
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
  result.then(ended, () => ended('broken off')); // the next page reports it
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, GOES_ON_AFTER, undefined).unref());
  return Promise.race([result, late]).finally(() => {
    isAwaited = false;
  });
}

/** The progress of a change in a sentence; `undefined` if there is none. */
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

/** The progress of a change for a page, which also offers to undo the result. */
export function workPart({ state }: DeskContext, id: string): Html | undefined {
  const was = works.get(id)?.state;
  const text = longWork(id);
  if (typeof was === 'object') state.undo = was.undo;
  return text === undefined ? undefined : html`<p id="progress">${text}</p>`;
}

/** The changes of an order that were made while somebody waited. */
export interface DoneMeanwhile<T> {
  readonly results: readonly T[];
  /** Why the others are not done, or only perhaps; `undefined` if all are done. */
  readonly why: 'it takes long' | 'the store does not answer' | undefined;
}

/** Runs groups of changes until all are done or somebody has waited long enough. After that, nothing goes on. */
export async function whileWaiting<T>(groups: InGroups<T>): Promise<DoneMeanwhile<T>> {
  const ends = performance.now() + STOPS_AFTER;
  const results: T[] = [];
  try {
    for await (const group of groups) {
      results.push(...group);
      if (results.length < groups.count && performance.now() > ends) return { results, why: 'it takes long' };
    }
    return { results, why: undefined };
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return { results, why: 'the store does not answer' };
  }
}
