import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Coalescer,
  type CoalescerLimits,
  usualLimits,
} from '../../../../../src/adapters/outbound/mongodb/connection/coalescer.ts';
import { StoreUnavailable } from '../../../../../src/application/ports/outbound/store.ts';

/** Long enough for finished answers to be delivered and for the next batch to leave. */
const turn = async () => {
  await setImmediate();
  await setImmediate();
};

const unavailable = new StoreUnavailable('gone');

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('Coalescer', () => {
  it('sends a single question at once', async () => {
    const { ask, batches } = store();
    void ask('a');
    await turn();
    expect(batches).toEqual([['a']]);
  });

  it('sends questions asked together in one batch, and gives each its own answer', async () => {
    const { ask, batches, land } = store();
    const answers = Promise.all(['a', 'b', 'c'].map(ask));
    await turn();
    expect(batches).toEqual([['a', 'b', 'c']]);
    land(0);
    expect(await answers).toEqual(['A', 'B', 'C']);
  });

  it('leaves no timer behind after the answers', async () => {
    const { ask, land } = store();
    const answers = Promise.all(['a', 'b', 'c'].map(ask));
    expect(vi.getTimerCount()).toBe(3);
    await turn();
    land(0);
    await answers;
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives the answer that arrived while the process stood still', async () => {
    const { ask, land } = store();
    const answer = ask('a');
    await turn();
    vi.runOnlyPendingTimers(); // all that are due run first, and then what has arrived is read
    land(0);
    expect(await answer).toBe('A');
  });

  it('keeps questions for the next batch while as many batches as allowed are in flight', async () => {
    const { ask, batches, land } = store({ maxInFlight: 2 });
    const answers = [];
    for (const question of ['a', 'b', 'c', 'd']) {
      answers.push(ask(question));
      await turn();
    }
    expect(batches).toEqual([['a'], ['b']]);
    land(1);
    await turn();
    expect(batches).toEqual([['a'], ['b'], ['c', 'd']]);
    land(0);
    land(2);
    expect(await Promise.all(answers)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('sends a batch beside another once it is as large, or the other has landed', async () => {
    const { ask, batches, land } = store({ maxInFlight: 2 });
    for (const question of ['a', 'b', 'c']) void ask(question);
    await turn();
    for (const question of ['d', 'e']) void ask(question);
    await turn();
    expect(batches).toEqual([['a', 'b', 'c']]);
    void ask('f');
    await turn();
    expect(batches).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ]);
    void ask('g');
    land(0);
    land(1);
    await turn();
    expect(batches.at(-1)).toEqual(['g']);
  });

  it('sends a batch also beside a larger one whose answer takes long', async () => {
    const { ask, batches } = store({ maxInFlight: 2 });
    for (const question of ['a', 'b', 'c']) void ask(question);
    await turn();
    void ask('d');
    await turn();
    expect(batches).toEqual([['a', 'b', 'c']]);
    vi.advanceTimersByTime(100);
    await turn();
    expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
  });

  it('adds nothing to a batch that has left', async () => {
    const { ask, batches } = store();
    void ask('a');
    await turn();
    void ask('a');
    await turn();
    expect(batches).toEqual([['a'], ['a']]);
  });

  it('limits a batch by count and by bytes; a question over the limit is sent alone', async () => {
    const byCount = store({ maxInFlight: 2, batch: 2 });
    for (const question of ['a', 'b', 'c', 'd', 'e']) void byCount.ask(question);
    await turn();
    expect(byCount.batches).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);

    const byBytes = store({ maxInFlight: 9, batchBytes: 5 });
    for (const question of ['aa', 'bbb', 'c', 'dddddddd', 'e']) void byBytes.ask(question);
    await turn();
    for (const batch of [0, 1, 2]) {
      byBytes.land(batch);
      await turn();
    }
    expect(byBytes.batches).toEqual([['aa', 'bbb'], ['c'], ['dddddddd'], ['e']]);
  });

  it('by default has two batches in flight, of 256 questions or 8 MB, while 10,000 or 64 MB wait', async () => {
    for (const { question, inBatch, waiting } of [
      { question: 'a', inBatch: 256, waiting: 10_000 },
      { question: 'a'.repeat(4_000_000), inBatch: 2, waiting: 16 },
    ]) {
      const { ask, batches } = store();
      for (let n = 0; n < 2 * inBatch; n += 1) void ask(question);
      await turn();
      const answers = Array.from({ length: waiting }, () => ask(question));
      await expect(ask('b')).rejects.toThrow('too many');
      const last = answers.at(-1);
      expect(await Promise.race([last, turn().then(() => 'waits')])).toBe('waits');
      expect(batches.map(({ length }) => length)).toEqual([inBatch, inBatch]);
    }
  });

  it('rejects callers when too many are waiting, by count or by bytes, and accepts them again later', async () => {
    for (const limits of [{ queue: 2 }, { queueBytes: 2 }]) {
      const { ask, land } = store({ maxInFlight: 1, ...limits });
      const first = ask('a');
      await turn();
      const waiting = [ask('b'), ask('c')];
      await expect(ask('d')).rejects.toBeInstanceOf(StoreUnavailable);
      land(0);
      await first;
      await turn();
      const later = ask('e');
      land(1);
      await Promise.all(waiting);
      await turn();
      land(2);
      expect(await later).toBe('E');
    }
  });

  it('waits no longer than its timeout, queueing included, and does not send an abandoned question', async () => {
    const { ask, batches, land } = store({ maxInFlight: 1, timeout: 30 });
    const sent = ask('a');
    await turn();
    const queued = ask('b');
    vi.advanceTimersByTime(30);
    await expect(sent).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(queued).rejects.toBeInstanceOf(StoreUnavailable);
    land(0);
    await turn();
    expect(batches).toEqual([['a']]);
  });

  it('frees the queue space of callers that gave up', async () => {
    const { ask } = store({ maxInFlight: 1, timeout: 20, queueBytes: 1 });
    void ask('a');
    await turn();
    for (const question of ['b', 'c']) {
      const answer = ask(question);
      vi.advanceTimersByTime(20);
      await expect(answer).rejects.toThrow('too long');
    }
  });

  it('gives an error only to the caller it concerns', async () => {
    const { ask, land } = store();
    const outcomes = Promise.allSettled(['a', 'b'].map(ask));
    await turn();
    land(0, ([first]) => [unavailable, `${first}!`]);
    expect(await outcomes).toMatchObject([
      { status: 'rejected', reason: unavailable },
      { status: 'fulfilled', value: 'a!' },
    ]);
  });

  it('fails the whole batch if the store is unavailable, and resends nothing', async () => {
    const { ask, batches, crash } = store();
    const outcomes = Promise.allSettled(['a', 'b'].map(ask));
    await turn();
    crash(0, unavailable);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(batches).toHaveLength(1);
  });

  it('resends a permanently refused batch one by one, so that only the poisoned question fails', async () => {
    const sent: string[] = [];
    const coalescer = new Coalescer<string, string>(
      async (questions) => {
        sent.push(questions.join());
        if (questions.includes('poison')) throw new Error('refused');
        return questions.map((question) => question.toUpperCase());
      },
      () => 1,
    );
    const outcomes = await Promise.allSettled(
      ['a', 'poison', 'b'].map((question) => coalescer.ask(question)),
    );
    expect(sent).toEqual(['a,poison,b', 'a', 'poison', 'b']);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('takes whatever was thrown for an error, never for an answer', async () => {
    const { ask, crash } = store();
    const answer = ask('a');
    await turn();
    crash(0, 'thrown text');
    await expect(answer).rejects.toBe('thrown text');
  });

  it('does not resend a question that nobody waits for any more', async () => {
    const { ask, batches, crash } = store({ timeout: 20 });
    const outcomes = Promise.allSettled(['a', 'b'].map(ask));
    await turn();
    vi.advanceTimersByTime(20);
    await outcomes;
    crash(0, new Error('refused'));
    await turn();
    expect(batches).toEqual([['a', 'b']]);
  });
});

/** A store that answers when the test says so, with each question in capitals. */
function store(limits: Partial<CoalescerLimits> = {}) {
  const batches: (readonly string[])[] = [];
  const batchesInFlight: PromiseWithResolvers<readonly (string | Error)[]>[] = [];
  const coalescer = new Coalescer<string, string>(
    (questions) => {
      batches.push(questions);
      const flight = Promise.withResolvers<readonly (string | Error)[]>();
      batchesInFlight.push(flight);
      return flight.promise;
    },
    (question) => question.length,
    { ...usualLimits, ...limits },
  );
  const capitals = (questions: readonly string[]) => questions.map((question) => question.toUpperCase());
  return {
    batches,
    ask: (question: string) => {
      const answer = coalescer.ask(question);
      answer.catch(() => {}); // a test that cares awaits it
      return answer;
    },
    land: (index: number, answer: (questions: readonly string[]) => (string | Error)[] = capitals) =>
      batchesInFlight[index]?.resolve(answer(batches[index] ?? [])),
    crash: (index: number, error: unknown) => batchesInFlight[index]?.reject(error),
  };
}
