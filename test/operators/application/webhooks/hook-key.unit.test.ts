import { describe, expect, it } from 'vitest';
import type { HookDirectory } from '../../../../src/operators/application/events/ports/hook-directory.ts';
import {
  hookKeyProblem,
  makeSignedHooks,
  requireHookKey,
} from '../../../../src/operators/application/webhooks/hook-key.ts';
import { openHook } from '../../../../src/operators/domain/events/hook.ts';
import { inMemory, storeInFile } from '../../../support/sqlite-file.ts';

const hook = openHook({
  id: 'hook_1',
  url: 'https://crm.example/',
  vendorId: undefined,
  created: new Date(0),
});
const key = (fingerprint: string, replaced?: string) => ({ fingerprint, replaced });
const otherKey = 'HOOK_KEY is not the key that the secrets of the webhooks here come from';

/** Webhooks of one store, and processes with keys of their own. */
function store() {
  const hooks: HookDirectory = storeInFile(inMemory()).hooks;
  const time = { now: 1_000 };
  const warnings: string[] = [];
  const delivering = (own: ReturnType<typeof key>) =>
    makeSignedHooks({
      hooks,
      knownHooks: () => hooks.hooks(),
      key: own,
      clock: () => new Date(time.now),
      warn: (message) => warnings.push(message),
    });
  return { hooks, time, warnings, delivering };
}

describe('a process that delivers', () => {
  it('has its key kept, and with another one delivers nothing and says so once', async () => {
    const { hooks, warnings, time, delivering } = store();
    await hooks.add(hook);
    expect(await delivering(key('a'))()).toEqual([hook]);
    const other = delivering(key('b'));
    for (let n = 0; n < 3; n += 1) {
      expect(await other()).toEqual([]);
      time.now += 40_000;
    }
    expect(warnings).toEqual([expect.stringContaining('This process delivers nothing.')]);
  });

  it('replaces the key that it is told to, and one that still has that key stops within 30 s', async () => {
    const { hooks, warnings, time, delivering } = store();
    await hooks.add(hook);
    const earlier = delivering(key('a'));
    expect(await earlier()).toEqual([hook]);
    expect(await delivering(key('b', 'a'))()).toEqual([hook]);
    time.now += 30_000;
    expect([await earlier(), warnings.length]).toEqual([[], 1]);
    expect(await delivering(key('b'))()).toEqual([hook]);
  });

  it('begins anew with a key of its own while nobody has a secret, but only when it starts', async () => {
    const { hooks, time, delivering } = store();
    const first = delivering(key('a'));
    await first();
    await delivering(key('b'))();
    await hooks.add(hook);
    time.now += 30_000;
    expect(await first()).toEqual([]);
    expect(await delivering(key('a'))()).toEqual([]);
    expect(await delivering(key('b'))()).toEqual([hook]);
  });

  it('asks again if the store did not answer', async () => {
    const { hooks, delivering } = store();
    await hooks.add(hook);
    let isAway = true;
    const keep = hooks.keepKey?.bind(hooks);
    hooks.keepKey = async (...given) => {
      if (isAway) throw new Error('away');
      return (await keep?.(...given)) ?? '';
    };
    const own = delivering(key('a'));
    await expect(own()).rejects.toThrow('away');
    isAway = false;
    expect(await own()).toEqual([hook]);
  });
});

describe('whoever adds a webhook', () => {
  it('has the first key, or is refused', async () => {
    const { hooks } = store();
    expect(await hookKeyProblem(hooks, key('b'))).toBeUndefined();
    await requireHookKey(hooks, key('a'));
    await requireHookKey(hooks, key('a'));
    await expect(requireHookKey(hooks, key('b'))).rejects.toMatchObject({
      reason: 'other-hook-key',
      message: expect.stringContaining(otherKey),
    });
    await expect(requireHookKey(hooks, key('b', 'a'))).rejects.toThrow(otherKey); // the servers come first
    expect(await hookKeyProblem(hooks, key('b'))).toContain(otherKey);
    expect(await hookKeyProblem(hooks, key('a'))).toBeUndefined();
  });

  it('is not refused by a store that keeps no key', async () => {
    const { hooks } = store();
    const foreign = { add: hooks.add, hooks: hooks.hooks, change: hooks.change, remove: hooks.remove };
    for (const each of ['a', 'b']) await requireHookKey(foreign, key(each));
    expect(await hookKeyProblem(foreign, key('c'))).toBeUndefined();
  });
});
