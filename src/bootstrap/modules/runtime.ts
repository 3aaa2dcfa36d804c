import { ContainerModule } from 'inversify';
import {
  clock,
  newLeadId,
  newRequestId,
  randomBytes,
  sha256,
} from '../../adapters/outbound/runtime/runtime.ts';
import { StaticKeys } from '../../adapters/outbound/static-keys/static-keys.ts';
import type { Journal } from '../../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../../application/ports/outbound/quota.ts';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';

/** What the process itself provides: its settings, clock, random ids, log and rate limit. */
export const runtimeModule = (
  config: Config,
  journal: Journal,
  takeQuota: TakeQuota | undefined,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.config).toConstantValue(config);
    bind(tokens.runtime).toConstantValue({ clock, digest: sha256, newLeadId, newRequestId, randomBytes });
    bind(tokens.staticKeys).toConstantValue(config.API_KEYS ?? StaticKeys.parse(''));
    bind(tokens.journal).toConstantValue(journal);
    bind(tokens.takeQuota).toConstantValue(takeQuota);
  });

/** The rate limit of the settings, loaded only if one is set. */
export async function quotaBySettings({
  RATE_LIMIT_PER_MINUTE: limit,
}: Config): Promise<TakeQuota | undefined> {
  if (limit === 0) return undefined;
  return (await import('../../adapters/outbound/rate-limit/vendor-quota.ts')).vendorQuota(limit);
}
