import { ContainerModule } from 'inversify';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';

/** The rate limit, loaded only if one is set. */
export async function quotaModule({ RATE_LIMIT_PER_MINUTE }: Config): Promise<ContainerModule> {
  const takeQuota =
    RATE_LIMIT_PER_MINUTE > 0
      ? (await import('../../adapters/outbound/rate-limit/vendor-quota.ts')).vendorQuota(
          RATE_LIMIT_PER_MINUTE,
        )
      : undefined;
  return new ContainerModule(({ bind }) => {
    bind(tokens.takeQuota).toConstantValue(takeQuota);
  });
}
