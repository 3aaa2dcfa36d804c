import { ContainerModule } from 'inversify';
import { makeHttpApi } from '../../adapters/inbound/http/http-api.ts';
import { CachedKeys } from '../../adapters/outbound/key-cache/cached-keys.ts';
import { keyUseNotes } from '../../adapters/outbound/key-cache/key-use-notes.ts';
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
  bind(tokens.issuedKeys)
    .toResolvedValue((vendors, clock) => new CachedKeys(vendors, clock), [tokens.vendors, tokens.clock])
    .inSingletonScope();
  bind(tokens.noteKeyUse).toResolvedValue(keyUseNotes, [tokens.vendors]).inSingletonScope();
  bind(tokens.authenticateVendor)
    .toResolvedValue(
      (configured, issued, noteUse, digest, clock) =>
        makeAuthenticateVendor({ configured, issued, noteUse, digest, clock }),
      [tokens.staticKeys, tokens.issuedKeys, tokens.noteKeyUse, tokens.digest, tokens.clock],
    )
    .inSingletonScope();
  bind(tokens.httpApi)
    .toResolvedValue(
      (
        submitLead,
        getLeadStatus,
        authenticate,
        takeQuota,
        storeHealth,
        journal,
        newRequestId,
        lifecycle,
        config,
      ) =>
        makeHttpApi({
          submitLead,
          getLeadStatus,
          authenticate,
          takeQuota,
          storeHealth,
          journal,
          newRequestId,
          isDraining: () => lifecycle.draining,
          baseUrls: { production: config.PUBLIC_URL, sandbox: config.SANDBOX_URL },
        }),
      [
        tokens.submitLead,
        tokens.getLeadStatus,
        tokens.authenticateVendor,
        tokens.takeQuota,
        tokens.storeHealth,
        tokens.journal,
        tokens.newRequestId,
        tokens.lifecycle,
        tokens.config,
      ],
    )
    .inSingletonScope();
});
