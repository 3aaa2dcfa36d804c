import { configuredVendorId, isConfiguredVendorId } from '../../../domain/vendor.ts';
import { plainName } from '../../domain/work/vendor-account.ts';
import { unknownVendor } from '../not-found.ts';
import type { Needs } from '../operator-ports.ts';

/**
 * Resolves to a vendor's id. A vendor from the configuration has no account and is known if it has sent a lead.
 * Throws Refused.
 */
export async function vendorIdOf(
  vendor: string,
  { vendors, leads }: Needs<'leads' | 'vendors'>,
): Promise<string> {
  if (isConfiguredVendorId(vendor)) return vendor;
  const account = await vendors.account(plainName(vendor));
  if (account) return account.id;
  const vendorId = configuredVendorId(vendor);
  const [lead] = await leads.deals({ vendorId, limit: 1 });
  if (!lead) throw unknownVendor();
  return vendorId;
}
