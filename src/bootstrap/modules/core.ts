import { ContainerModule } from 'inversify';
import { makeHttpApi } from '../../adapters/inbound/http/http-api.ts';
import { makeAuthenticateVendor } from '../../application/authenticate-vendor.ts';
import { makeGetLeadStatus } from '../../application/get-lead-status.ts';
import { makeSubmitLead } from '../../application/submit-lead.ts';
import { tokens } from '../tokens.ts';

/** The use cases, and the service as HTTP: the same for every runtime and every store. */
export const coreModule = new ContainerModule(({ bind }) => {
  bind(tokens.submitLead)
    .toResolvedValue(
      (crm, newLeadId, clock, digest) => makeSubmitLead({ crm, newLeadId, clock, digest }),
      [tokens.crm, tokens.newLeadId, tokens.clock, tokens.digest],
    )
    .inSingletonScope();
  bind(tokens.getLeadStatus).toResolvedValue(makeGetLeadStatus, [tokens.crm]).inSingletonScope();
  bind(tokens.authenticateVendor)
    .toResolvedValue(
      (staticKeys, digest, clock) => makeAuthenticateVendor({ directories: [staticKeys], digest, clock }),
      [tokens.staticKeys, tokens.digest, tokens.clock],
    )
    .inSingletonScope();
  bind(tokens.httpApi)
    .toResolvedValue(
      (submitLead, getLeadStatus, authenticate, storeHealth, journal, newRequestId, lifecycle) =>
        makeHttpApi({
          submitLead,
          getLeadStatus,
          authenticate,
          storeHealth,
          journal,
          newRequestId,
          isDraining: () => lifecycle.draining,
        }),
      [
        tokens.submitLead,
        tokens.getLeadStatus,
        tokens.authenticateVendor,
        tokens.storeHealth,
        tokens.journal,
        tokens.newRequestId,
        tokens.lifecycle,
      ],
    )
    .inSingletonScope();
});
