import { ContainerModule, type ResolutionContext } from 'inversify';
import { makeHttpApi } from '../../adapters/inbound/http/http-api.ts';
import { issuedKeys } from '../../adapters/outbound/key-cache/issued-keys.ts';
import { makeAuthenticateVendor } from '../../application/authenticate-vendor.ts';
import { makeGetLeadStatus } from '../../application/get-lead-status.ts';
import { tellNobody } from '../../application/ports/outbound/announce-lead.ts';
import { Readiness } from '../../application/readiness.ts';
import { makeSubmitLead } from '../../application/submit-lead.ts';
import { tokens } from '../tokens.ts';
import { version } from '../version.ts';
import { handleSource, sourceIntake } from './sources.ts';

/** Collects the ports of `submitLead` from the bindings. Without `tokens.announce`, nobody hears of leads. */
export function submitLeadPorts(get: ResolutionContext['get']) {
  const { clock, digest, newLeadId } = get(tokens.runtime);
  const announce = get(tokens.announce, { optional: true }) ?? tellNobody;
  return { crm: get(tokens.crm), clock, digest, newLeadId, announce };
}

/** Binds vendors' two operations and the service as HTTP, which are the same for every runtime and store. */
export const coreModule = new ContainerModule(({ bind }) => {
  bind(tokens.submitLead)
    .toDynamicValue(({ get }) => makeSubmitLead(submitLeadPorts(get)))
    .inSingletonScope();
  bind(tokens.sourceIntake).toDynamicValue(sourceIntake).inSingletonScope();
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
  bind(tokens.readiness)
    .toDynamicValue(({ get }) => {
      const isOnLambda = get(tokens.config).AWS_LAMBDA_HTTP_ENDPOINT !== undefined; // a cold start waits for nothing more
      const rehearse = isOnLambda ? undefined : get(tokens.rehearse, { optional: true });
      return new Readiness({
        storeHealth: get(tokens.storeHealth),
        rehearse,
        warn: get(tokens.journal).warn,
      });
    })
    .inSingletonScope();
  bind(tokens.httpApi)
    .toDynamicValue(({ get }) => {
      const { PUBLIC_URL, SANDBOX_URL, APP_ENV } = get(tokens.config);
      return makeHttpApi({
        submitLead: get(tokens.submitLead),
        getLeadStatus: get(tokens.getLeadStatus),
        authenticate: get(tokens.authenticateVendor),
        takeQuota: get(tokens.takeQuota),
        storeHealth: get(tokens.readiness).isReady,
        journal: get(tokens.journal),
        newRequestId: get(tokens.runtime).newRequestId,
        baseUrls: { production: PUBLIC_URL, sandbox: SANDBOX_URL },
        version,
        handleSource: handleSource(get(tokens.sourceIntake), get(tokens.config)),
        tellsIgnored: APP_ENV === 'sandbox',
      });
    })
    .inSingletonScope();
});
