import { type Html, html } from './html.ts';

/** Milliseconds after which a page does not wait any longer. */
const PATIENCE = 3_000;

/** What goes on with one thing, beyond the request that began it. */
interface Work {
  readonly what: string;
  /** Of what it does so many. */
  readonly unit: string;
  done: number;
  state: 'going on' | 'broken off' | 'done';
}

/** Long changes of this process. Each may be repeated, also after it was broken off. One that is done is told once. */
const works = new Map<string, Work>();

/**
 * Begins a change of the thing with this id, unless one goes on, and resolves to what it did; or to `undefined` if it has
 * begun and takes longer than somebody waits. Throws what it throws meanwhile.
 */
export async function startLong<T>(
  id: string,
  what: string,
  change: (progress: (done: number) => void) => Promise<T>,
  unit = 'events',
): Promise<T | undefined> {
  if (works.get(id)?.state === 'going on') return undefined;
  const work: Work = { what, unit, done: 0, state: 'going on' };
  works.set(id, work);
  let isAwaited = true;
  const result = change((done) => {
    work.done = done;
  }).then(
    (outcome) => {
      if (isAwaited) works.delete(id);
      work.state = 'done';
      return outcome;
    },
    (error) => {
      if (isAwaited) works.delete(id);
      work.state = 'broken off';
      throw error;
    },
  );
  result.catch(() => {}); // said by the next page
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE, undefined).unref());
  return Promise.race([result, late]).finally(() => {
    isAwaited = false;
  });
}

/** How far the work is, in a sentence; `undefined` if there is nothing. */
export function longWork(id: string): string | undefined {
  const work = works.get(id);
  if (!work) return undefined;
  const done = `${work.done.toLocaleString('en')} ${work.unit}`;
  if (work.state === 'done') works.delete(id);
  return {
    'going on': `${work.what}: ${done} so far. Reload this page to see how far it is.`,
    'broken off': `${work.what}: it was broken off after ${done}. Do it again to go on.`,
    done: `${work.what}: done, ${done}.`,
  }[work.state];
}

/** The same on a page. */
export function workPart(id: string): Html | undefined {
  const text = longWork(id);
  return text === undefined ? undefined : html`<p role="status">${text}</p>`;
}
