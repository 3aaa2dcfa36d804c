/** Milliseconds after which a page does not wait any longer. */
const PATIENCE = 3_000;

/** What goes on with one thing, beyond the request that began it. */
interface Work {
  readonly what: string;
  done: number;
  state: 'going on' | 'broken off';
}

/** Long changes of this process. Each may be repeated, also after it was broken off. */
const works = new Map<string, Work>();

/**
 * Begins a change of the thing with this id, unless one goes on, and resolves to what it did; or to `undefined` if it has
 * begun and takes longer than somebody waits. Throws what it throws meanwhile.
 */
export async function startLong<T>(
  id: string,
  what: string,
  change: (progress: (done: number) => void) => Promise<T>,
): Promise<T | undefined> {
  if (works.get(id)?.state === 'going on') return undefined;
  const work: Work = { what, done: 0, state: 'going on' };
  works.set(id, work);
  let isAwaited = true;
  const result = change((done) => {
    work.done = done;
  }).then(
    (outcome) => {
      works.delete(id);
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
  const done = work.done.toLocaleString('en');
  return work.state === 'going on'
    ? `${work.what}: ${done} events so far. Reload this page to see how far it is.`
    : `${work.what}: it was broken off after ${done} events. Do it again to go on.`;
}
