import { Container, type ContainerModule } from 'inversify';
import { LineJournal } from '../../adapters/outbound/telemetry/line-journal.ts';
import type { Crm } from '../../application/ports/outbound/crm.ts';
import type { Announcement, Deliveries } from '../../operators/application/events/ports/deliveries.ts';
import type { WorkedDeal } from '../../operators/domain/work/worked-deal.ts';
import { storeModule } from '../store.ts';
import { tokens } from '../tokens.ts';

/** A CRM of your own that keeps announcements in the same write as their leads, until they are handed on. */
export interface AnnouncingCrm extends Crm<readonly Announcement[]> {
  /** Resolves to the lead as it is at this moment; `undefined` if there is none. */
  deal(leadId: string): Promise<WorkedDeal | undefined>;
  /**
   * Hands on some of the kept announcements, and forgets each once `add` has it. Resolves to whether there may
   * be more.
   */
  handOn(add: Deliveries['add']): Promise<boolean>;
}

/** Binds your own CRM for leads; issued keys, audit log and webhooks are kept in a shipped store beside it. */
export function besideCrm(crm: AnnouncingCrm, shipped: ContainerModule): ContainerModule {
  const container = new Container();
  container.bind(tokens.journal).toConstantValue(new LineJournal('warn'));
  container.load(shipped);
  const deliveries = container.get(tokens.deliveries);
  const oldestDue = deliveries.oldestDue.bind(deliveries);
  const collect = () => crm.handOn((announced) => deliveries.add(announced));
  const beside = {
    vendors: container.get(tokens.vendors),
    storeHealth: container.get(tokens.storeHealth),
    managedVendors: container.get(tokens.managedVendors),
    audit: container.get(tokens.audit),
    hooks: container.get(tokens.hooks),
    deliveries: Object.assign(deliveries, {
      collect,
      deal: (leadId: string) => crm.deal(leadId),
      async oldestDue(...asked: Parameters<Deliveries['oldestDue']>) {
        await collect();
        return oldestDue(...asked);
      },
    } satisfies Partial<Deliveries>),
  };
  return storeModule({ crm, ...beside }, () => container.unbindAllAsync());
}
