import { unknownKey, type VendorAccount } from '../domain/vendor.ts';
import type { VendorDirectory } from './ports/outbound/vendor-directory.ts';

/** The vendor that has this key. Throws Refused if no vendor has it. */
export async function holderOf(
  vendors: Pick<VendorDirectory, 'holderOf'>,
  keyId: string,
): Promise<VendorAccount> {
  const holder = await vendors.holderOf(keyId);
  if (!holder) throw unknownKey();
  return holder;
}
