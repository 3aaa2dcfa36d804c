/** `partner-lead-service/rate-limit`: a quota of requests for each vendor. */

import { vendorQuota as quotaOf } from '../adapters/outbound/rate-limit/vendor-quota.ts';
import type { TakeQuota } from '../application/intake/ports/outbound/quota.ts';
import { requireCounts } from './require-counts.ts';

/**
 * The option `takeQuota` of `createHttpApi`: allows each vendor `perMinute` requests a minute, counted in this process.
 * Throws TypeError unless that is a whole number of at least 1.
 */
export function vendorQuota(perMinute: number): TakeQuota {
  requireCounts({ perMinute });
  return quotaOf(perMinute);
}
