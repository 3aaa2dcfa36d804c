import { contractOf } from './contract.ts';
import { dueDeliveries } from './due-deliveries.ts';
import { erasedEvents } from './erased-events.ts';
import { keptHooks } from './kept-hooks.ts';
import { second } from './operator-samples.ts';
import { keptTogether } from './same-write.ts';
import { toldEvents } from './told-events.ts';
import { hook, hookOf, WebhooksSubject } from './webhooks-subject.ts';
import type { WebhooksUnderTest } from './webhooks-under-test.ts';

/** Tests all that the ports `HookDirectory` and `Deliveries` promise. `open` is called for each test. */
export const webhooksContract = contractOf<WebhooksUnderTest>(['hooks', 'deliveries', 'crm'], (suite) => {
  const subject = new WebhooksSubject(suite);
  for (const tests of [keptHooks, toldEvents, erasedEvents, dueDeliveries]) tests(subject);
  keptTogether(subject, suite);

  suite.unreachable(async () => {
    const { hooks, deliveries } = subject;
    await subject.received('lead-1');
    const [taken] = await subject.take();
    let count = 0;
    const fresh = (): string => {
      count += 1;
      return `fresh_${count}`;
    };
    const now = second(10);
    const leaseEnds = second(30);
    return {
      addHook: () => hooks.add(hookOf(fresh())),
      hooks: () => hooks.hooks(),
      change: () => hooks.change(hook.id, (known) => known),
      remove: () => hooks.remove('nobody'),
      collect: async () => {
        await deliveries.collect(); // may have nothing to do
        await deliveries.dueHooks(now);
      },
      add: () => deliveries.add([{ event: { id: fresh(), type: 'hook.test', at: now }, hooks: [hook.id] }]),
      dueHooks: () => deliveries.dueHooks(now),
      take: () => deliveries.take({ hookId: hook.id, now, limit: 9, leaseEnds, lease: fresh() }),
      deal: () => deliveries.deal('lead-1'),
      settle: () => subject.settle(taken),
      attempts: () => subject.attempts(),
      ofLead: () => deliveries.ofLead('lead-1', 9),
      replay: () => deliveries.replay(hook.id, { since: now }, now),
      oldestDue: () => deliveries.oldestDue([hook.id], now),
    };
  });
});
