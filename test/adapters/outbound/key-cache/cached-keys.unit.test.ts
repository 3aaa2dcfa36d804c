import { describe, expect, it } from 'vitest';
import { CachedKeys } from '../../../../src/adapters/outbound/key-cache/cached-keys.ts';
import { keyUseRecorder } from '../../../../src/adapters/outbound/key-cache/issued-keys.ts';
import type { KnownKey } from '../../../../src/application/ports/outbound/api-key-directory.ts';
import { StoreUnavailable } from '../../../../src/application/ports/outbound/store.ts';

const key: KnownKey = {
  vendor: { id: 'ven_1', name: 'Acme' },
  id: 'key_1',
  expires: undefined,
  revoked: undefined,
};

/** A directory that answers when the test says so, and counts the questions. */
function slowDirectory() {
  const waiting: { digest: string; settle: PromiseWithResolvers<KnownKey | undefined> }[] = [];
  let asked = 0;
  const find = (digest: string) => {
    asked += 1;
    const settle = Promise.withResolvers<KnownKey | undefined>();
    waiting.push({ digest, settle });
    return settle.promise;
  };
  /** Answers all waiting questions, or only `count` of them, beginning with the one at `from`. */
  const answer = async (known: KnownKey | undefined | Error, from = 0, count = waiting.length) => {
    for (const { settle } of waiting.splice(from, count)) {
      if (known instanceof Error) settle.reject(known);
      else settle.resolve(known);
    }
    await new Promise(setImmediate);
  };
  return { find, answer, asked: () => asked };
}

function setUp(limits?: ConstructorParameters<typeof CachedKeys>[2]) {
  const time = { now: 1_000_000 };
  const directory = slowDirectory();
  const cached = new CachedKeys(directory, () => new Date(time.now), limits);
  return { time, directory, cached };
}

describe('cached keys', () => {
  it('ask once every three seconds, counted from when they asked', async () => {
    const { time, directory, cached } = setUp();
    const first = cached.find('d');
    time.now += 2_000; // the answer takes its time
    await directory.answer(key);
    expect(await first).toBe(key);
    time.now += 999;
    expect(await cached.find('d')).toBe(key);
    expect(directory.asked()).toBe(1);
    time.now += 1;
    void cached.find('d');
    expect(directory.asked()).toBe(2);
  });

  it('ask once for all simultaneous callers, but let nobody join a question that is three seconds old', async () => {
    const { time, directory, cached } = setUp();
    const all = [cached.find('d'), cached.find('d'), cached.find('d')];
    expect(directory.asked()).toBe(1);
    time.now += 3_000;
    void cached.find('d');
    expect(directory.asked()).toBe(2);
    await directory.answer(key);
    expect(await Promise.all(all)).toEqual([key, key, key]);
  });

  it('remember an unknown key too, for the same time', async () => {
    const { time, directory, cached } = setUp();
    const first = cached.find('d');
    await directory.answer(undefined);
    expect(await first).toBeUndefined();
    expect(await cached.find('d')).toBeUndefined();
    expect(directory.asked()).toBe(1);
    time.now += 3_000;
    const second = cached.find('d');
    await directory.answer(key);
    expect(await second).toBe(key);
  });

  it('stay limited under a flood of unknown keys, which does not evict a known one', async () => {
    const { directory, cached } = setUp({ life: 3_000, known: 10, unknown: 100 });
    const known = cached.find('known');
    await directory.answer(key);
    await known;
    for (let n = 0; n < 5_000; n += 1) void cached.find(`unknown ${n}`);
    await directory.answer(undefined);
    expect(cached.size).toBe(101);
    const asked = directory.asked();
    expect(await cached.find('known')).toBe(key);
    expect(directory.asked()).toBe(asked);
  });

  it('forget the key that was looked up longest ago when there are too many', async () => {
    const { time, directory, cached } = setUp({ life: 3_000, known: 3, unknown: 3 });
    const lookUp = async (...digests: string[]) => {
      for (const digest of digests) void cached.find(digest);
      await directory.answer(key);
    };
    await lookUp('a', 'b');
    time.now += 3_000;
    await lookUp('a');
    await lookUp('c', 'd');
    const asked = directory.asked();
    await lookUp('a', 'c', 'd');
    expect(directory.asked()).toBe(asked);
    await lookUp('b');
    expect(directory.asked()).toBe(asked + 1);
  });

  it('throw if the store is down and nothing is cached, and ask again the next time', async () => {
    const { time, directory, cached } = setUp();
    const first = cached.find('d');
    await directory.answer(key);
    await first;
    time.now += 3_000;
    const second = cached.find('d');
    await directory.answer(new StoreUnavailable('down'));
    await expect(second).rejects.toThrow(StoreUnavailable);
    const third = cached.find('d');
    await directory.answer(key);
    expect(await third).toBe(key);
  });

  it('do not let an older answer that arrives late replace a newer one', async () => {
    const { time, directory, cached } = setUp();
    void cached.find('d');
    time.now += 3_000;
    void cached.find('d');
    await directory.answer(undefined, 1); // revoked meanwhile
    await directory.answer(key);
    expect(await cached.find('d')).toBeUndefined();
    expect(directory.asked()).toBe(2);
  });

  it.each([key, new StoreUnavailable('down')])(
    'let a newer look-up land although an older one landed first',
    async (older) => {
      const { time, directory, cached } = setUp();
      cached.find('d').catch(() => {});
      time.now += 3_000;
      void cached.find('d');
      await directory.answer(older, 0, 1);
      await directory.answer(undefined); // revoked meanwhile
      expect(await cached.find('d')).toBeUndefined();
      expect(directory.asked()).toBe(2);
    },
  );

  it('do not trust an answer from the future after the clock was set back', async () => {
    const { time, directory, cached } = setUp();
    const first = cached.find('d');
    await directory.answer(key);
    await first;
    time.now -= 60_000;
    void cached.find('d');
    expect(directory.asked()).toBe(2);
  });
});

describe('records of key use', () => {
  const at = (seconds: number) => new Date(1_200_000 + seconds * 1_000);

  it('are rounded to the minute, and written once a minute', async () => {
    const written: [string, number][] = [];
    const note = keyUseRecorder({ markUsed: async (id, time) => void written.push([id, time.getTime()]) });
    for (const second of [1, 2, 59, 61, 62]) {
      note('a', at(second));
      await new Promise(setImmediate);
    }
    expect(written).toEqual([
      ['a', at(0).getTime()],
      ['a', at(60).getTime()],
    ]);
  });

  it.each([
    ['is down', async () => Promise.reject(new StoreUnavailable('down'))],
    [
      'throws at once',
      () => {
        throw new StoreUnavailable('down');
      },
    ],
  ])('delay nobody while the store %s, and are retried', async (_how, fail) => {
    let tries = 0;
    const note = keyUseRecorder({
      markUsed: () => {
        tries += 1;
        return fail();
      },
    });
    for (let n = 0; n < 100; n += 1) expect(note('a', at(n / 10))).toBeUndefined();
    expect(tries).toBe(1);
    await new Promise(setImmediate);
    note('a', at(11));
    expect(tries).toBe(2);
  });
});
