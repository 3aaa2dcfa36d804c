import type { ResolutionContext } from 'inversify';
import type { HandleSource } from '../../adapters/inbound/http/operation.ts';
import { makeHandleSource } from '../../adapters/inbound/sources/kinds.ts';
import { CachedLookUps } from '../../adapters/outbound/key-cache/cached-keys.ts';
import type { SourceIntake } from '../../application/ports/inbound/source.ts';
import type { TakeQuota } from '../../application/ports/outbound/quota.ts';
import type { Sources } from '../../application/ports/outbound/sources.ts';
import { makeSourceIntake } from '../../application/receive-source.ts';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';
import { signingKeys } from './signing-keys.ts';

/** Makes the driving ports for sources; `undefined` with a store that keeps none. */
export function sourceIntake({ get }: ResolutionContext): SourceIntake | undefined {
  const sources = get(tokens.sources, { optional: true });
  if (!sources) return undefined;
  const { clock, digest } = get(tokens.runtime);
  const known = new CachedLookUps((id) => sources.source(id), clock);
  return makeSourceIntake({
    sources: {
      source: (id) => known.find(id),
      markTested: (...tested) => sources.markTested(...tested),
      hold: (held) => sources.hold(held),
    } satisfies Sources,
    announceHeld: get(tokens.announceHeld, { optional: true }) ?? (async () => {}),
    submitLead: get(tokens.submitLead),
    crm: get(tokens.crm),
    keepsAsItCame: get(tokens.config).SOURCE_KEEP_DAYS > 0,
    signingKeys: signingKeys(get(tokens.config)),
    keepsTests: get(tokens.config).APP_ENV === 'sandbox',
    digest,
    clock,
  });
}

/** Makes the handler of requests to `/in/SOURCE`. */
export const handleSource = (
  intake: SourceIntake | undefined,
  { SOURCE_LIMIT_PER_MINUTE }: Config,
): HandleSource | undefined =>
  intake && makeHandleSource({ ...intake, takeQuota: quotaOf(SOURCE_LIMIT_PER_MINUTE) });

/** Limits the requests to each form. Its code is loaded with the first form. */
function quotaOf(perMinute: number): TakeQuota | undefined {
  if (perMinute === 0) return undefined;
  let quota: Promise<TakeQuota> | undefined;
  return async (sourceId) => {
    quota ??= import('../../adapters/outbound/rate-limit/vendor-quota.ts').then(({ vendorQuota }) =>
      vendorQuota(perMinute),
    );
    return (await quota)(sourceId);
  };
}
