import { describe, expect, it } from 'vitest';
import { rotateHook } from '../src/operators/domain/events/hook.ts';
import { second } from './operator-samples.ts';
import { hook, hookOf, type WebhooksSubject } from './webhooks-subject.ts';

/** Tests how hooks, and the fingerprint of their key, are kept. */
export function keptHooks(subject: WebhooksSubject): void {
  it('the key of their secrets is kept by its fingerprint, until another one replaces it', async ({
    skip,
  }) => {
    const { hooks } = subject;
    if (!hooks.keepKey || !hooks.keptKey) return skip('this store keeps none');
    const names = Array.from({ length: 20 }, (_, n) => `key ${n}`);
    for (const none of await Promise.all(names.map(() => hooks.keptKey?.()))) expect(none).toBeUndefined();
    const soon = (n: number) => new Promise((resolve) => setTimeout(resolve, n / 2));
    const kept = names.map((name, n) => soon(n).then(() => hooks.keepKey?.(name)));
    const [first = '', ...others] = await Promise.all(kept);
    expect(names).toContain(first);
    const cause = 'several keys were kept, or one in place of another: decide and write in one step';
    expect(new Set(others), cause).toEqual(new Set([first]));
    expect(await hooks.keepKey('key 20', 'a key that is not kept'), cause).toBe(first);
    expect(await hooks.keepKey('key 20', first)).toBe('key 20');
    expect(await hooks.keepKey(first), cause).toBe('key 20');
    expect(await hooks.keptKey()).toBe('key 20');
    expect(await hooks.hooks()).toEqual([hook]);
  });

  describe('a hook', () => {
    it('is kept as it is, and listed with the others, oldest first', async () => {
      const alarm = { what: 'failing', at: second(1), told: false } as const;
      const older = {
        ...hookOf('hook_0', new Date(0)),
        vendorId: 'ven_1',
        failingSince: second(1),
        alarm,
      };
      await subject.hooks.add(older);
      const cause = 'hooks are kept as they are, every field, and listed by `created`';
      expect(await subject.hooks.hooks(), cause).toEqual([older, hook]);
    });

    it('is added once, however often at once', async () => {
      const all = [hook, ...['a', 'b', 'c'].map((id) => ({ ...hookOf('hook_2'), vendorId: id }))];
      const added = await Promise.all(all.map((each) => subject.hooks.add(each)));
      expect(added.filter(Boolean)).toHaveLength(1);
      const [first, second, ...more] = await subject.hooks.hooks();
      expect([first, more], 'one that is there stays as it is').toEqual([hook, []]);
      expect(second).toEqual(all[added.indexOf(true)]);
    });

    it('is changed as it was decided, however many changes run at once', async () => {
      const rotate = () => subject.hooks.change(hook.id, (known) => rotateHook(known, second(8), second(9)));
      const other = await subject.another();
      const rotateThere = () =>
        other.hooks.change(hook.id, (known) => rotateHook(known, second(8), second(9)));
      await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? rotateThere() : rotate())));
      const [after] = await other.hooks.hooks();
      const cause = 'a change was lost: write only if the hook is still as it was read';
      expect(after?.secrets.at(-1), cause).toEqual({ generation: 21, expires: undefined });
      expect(await subject.hooks.change('nobody', (known) => known)).toBeUndefined();
    });

    it('is not changed if the decision throws', async () => {
      const refusing = () => {
        throw new Error('no');
      };
      await expect(subject.hooks.change(hook.id, refusing)).rejects.toThrow('no');
      const cause = 'something was written although the decision threw';
      expect(await subject.hooks.hooks(), cause).toEqual([hook]);
    });

    it('is removed with what was to be delivered to it', async () => {
      await subject.received('lead-1');
      await subject.collectAll();
      const gone: number[] = [];
      await subject.hooks.remove(hook.id, (count) => void gone.push(count));
      await subject.hooks.remove('nobody');
      expect(gone.at(-1), '`progress` is told after each step how many have gone').toBe(1);
      expect(await subject.hooks.hooks()).toEqual([]);
      expect(await subject.take()).toEqual([]);
    });

    it('whose removal is cut off is still there, and can be removed', async () => {
      await subject.hooks.add(hookOf('hook_2'));
      await subject.received('lead-1');
      await subject.collectAll();
      const cutOff = () => {
        throw new Error('cut off');
      };
      await expect(subject.hooks.remove(hook.id, cutOff)).rejects.toThrow('cut off');
      const cause = 'the hook went before its deliveries: a removal that is cut off could not be repeated';
      expect(
        (await subject.hooks.hooks()).map(({ id }) => id),
        cause,
      ).toContain(hook.id);
      await subject.hooks.remove(hook.id);
      expect((await subject.hooks.hooks()).map(({ id }) => id)).toEqual(['hook_2']);
      expect(await subject.take()).toEqual([]);
    });
  });
}
