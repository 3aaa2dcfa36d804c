import { ContainerModule } from 'inversify';
import { makeHttpApi } from '../../adapters/inbound/http/http-api.ts';
import { issuedKeys } from '../../adapters/outbound/key-cache/issued-keys.ts';
import { makeAnnounceReceived } from '../../application/events/announce-received.ts';
import { makeAnnounceStatus } from '../../application/events/announce-status.ts';
import { Bell } from '../../application/events/bell.ts';
import { Callers } from '../../application/events/callers.ts';
import { makeKnownHooks, noHooks } from '../../application/events/known-hooks.ts';
import { makeAuthenticateVendor } from '../../application/intake/authenticate-vendor.ts';
import { makeGetLeadStatus } from '../../application/intake/get-lead-status.ts';
import { makeSubmitSandboxLead } from '../../application/intake/sandbox-leads.ts';
import { makeSubmitLead } from '../../application/intake/submit-lead.ts';
import { changeDeals } from '../../application/operators/leads/change-deals.ts';
import type { LeadStatus } from '../../domain/intake/lead-status.ts';
import type { ReceivedDeal } from '../../domain/intake/received-deal.ts';
import { type Deal, untouched, withChange } from '../../domain/work/deal.ts';
import { moveDeal } from '../../domain/work/move-deal.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';
import { handleSource, sourceIntake } from './sources.ts';

/** The use cases, and the service as HTTP: the same for every runtime and every store. */
export const coreModule = new ContainerModule(({ bind }) => {
  bind(tokens.bell)
    .toDynamicValue(() => new Bell())
    .inSingletonScope();
  bind(tokens.callers)
    .toDynamicValue(() => new Callers())
    .inSingletonScope();
  bind(tokens.knownHooks)
    .toDynamicValue(({ get }) => {
      const hooks = get(tokens.hooks, { optional: true });
      return hooks ? makeKnownHooks(hooks, get(tokens.runtime).clock) : noHooks;
    })
    .inSingletonScope();
  bind(tokens.submitLead)
    .toDynamicValue(({ get }) => {
      const { clock, digest, newLeadId } = get(tokens.runtime);
      const knownHooks = get(tokens.knownHooks);
      const ringBell = get(tokens.bell).ring;
      const announce = makeAnnounceReceived(knownHooks, ringBell);
      const ports = { crm: get(tokens.crm), clock, digest, newLeadId, announce };
      if (get(tokens.config).APP_ENV !== 'sandbox') return makeSubmitLead(ports);
      const leads = get(tokens.leads, { optional: true });
      const move = (to: LeadStatus, at: Date) => (deal: Deal) =>
        moveDeal(deal, to, { at, by: 'sandbox', reason: 'requested by the test address' });
      const moved = (deal: ReceivedDeal, to: LeadStatus) =>
        withChange(untouched(deal), move(to, deal.receivedAt)(untouched(deal)));
      const walk = (leadId: string, to: LeadStatus) =>
        leads ? changeDeals({ leads, knownHooks, ringBell }, [leadId], move(to, clock())) : Promise.resolve();
      return makeSubmitSandboxLead({ ...ports, moved, move: walk });
    })
    .inSingletonScope();
  bind(tokens.sourceIntake).toDynamicValue(sourceIntake).inSingletonScope();
  bind(tokens.announceStatus)
    .toDynamicValue(({ get }) => {
      const deliveries = get(tokens.deliveries, { optional: true });
      const [knownHooks, ringBell] = [get(tokens.knownHooks), get(tokens.bell).ring];
      return deliveries ? makeAnnounceStatus({ knownHooks, deliveries, ringBell }) : async () => {};
    })
    .inSingletonScope();
  bind(tokens.getLeadStatus)
    .toDynamicValue(({ get }) => makeGetLeadStatus(get(tokens.crm)))
    .inSingletonScope();
  bind(tokens.authenticateVendor)
    .toDynamicValue(({ get }) => {
      const { clock, digest } = get(tokens.runtime);
      const issued = issuedKeys(get(tokens.vendors), clock);
      return makeAuthenticateVendor({ configured: get(tokens.staticKeys), ...issued, digest, clock });
    })
    .inSingletonScope();
  bind(tokens.httpApi)
    .toDynamicValue(({ get }) => {
      const { PUBLIC_URL, SANDBOX_URL } = get(tokens.config);
      const callers = get(tokens.callers);
      const api = makeHttpApi({
        submitLead: get(tokens.submitLead),
        getLeadStatus: get(tokens.getLeadStatus),
        authenticate: get(tokens.authenticateVendor),
        takeQuota: get(tokens.takeQuota),
        storeHealth: get(tokens.storeHealth),
        journal: get(tokens.journal),
        newRequestId: get(tokens.runtime).newRequestId,
        baseUrls: { production: PUBLIC_URL, sandbox: SANDBOX_URL },
        version,
        handleSource: handleSource(get(tokens.sourceIntake), get(tokens.config)),
      });
      return { ...api, handle: (request, match) => callers.until(api.handle(request, match)) };
    })
    .inSingletonScope();
});
