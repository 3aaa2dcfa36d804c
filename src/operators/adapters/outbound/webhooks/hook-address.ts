import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { CheckHookUrl } from '../../../application/events/ports/post-event.ts';
import { Refused } from '../../../domain/refused.ts';
import { type Address, isLocalhost, type Lookup, lookUp } from './look-up.ts';
import { type Network, parseNetwork } from './network.ts';

/** Where webhooks may be. */
export interface HookPolicy {
  /** Whether plain http is refused where nothing but public addresses may be reached. */
  readonly httpsOnly: boolean;
  /** Networks that the operator's own may reach although they are not public. */
  readonly allow: readonly Network[];
  /** Whether a vendor's may be on this machine, too, if its URL says so openly. */
  readonly vendorsHere?: boolean | undefined;
}

/** The webhook may not be there. The message is one plain sentence. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

const LONGEST_URL = 2_048;

/** The parts of the URL that are wrong before any name is resolved. Throws ForbiddenAddress. */
export function parseHookUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ForbiddenAddress('The address has to be a complete URL, with https://.');
  if (url.username || url.password || url.hash)
    throw new ForbiddenAddress('The address may have no user, password or fragment.');
  if (url.href.length > LONGEST_URL)
    throw new ForbiddenAddress('The address may have at most 2,048 characters.');
  return url;
}

/**
 * The addresses of the host, each of which may be reached: connect to these and to no other, or the name could lead
 * elsewhere by then. Throws ForbiddenAddress, or what the look-up throws.
 */
export async function permittedAddresses(
  { hostname, protocol }: URL,
  vendorId: string | undefined,
  policy: HookPolicy,
  lookup: Lookup,
): Promise<readonly Address[]> {
  const { httpsOnly } = policy;
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family ? [{ address: host, family }] : await lookup(host, vendorId);
  const isOwn = vendorId === undefined;
  const allow = isOwn ? policy.allow : policy.vendorsHere && saysThisMachine(host) ? thisMachine : [];
  for (const { address } of addresses) {
    const isNamed = isIn(address, allow);
    if (!isNamed && !isPublic(address)) throw new ForbiddenAddress(isOwn ? notPublic : notForVendors);
    if (!isNamed && httpsOnly && protocol === 'http:')
      throw new ForbiddenAddress('The address has to begin with https://.');
  }
  return addresses;
}

const notPublic = 'The address is not a public one. If it is meant, let HOOK_ALLOW name its network.';
const notForVendors = 'The address is not a public one, as that of a vendor’s webhook has to be.';

/** What the use case that adds a webhook asks about its address. */
export const makeCheckHookUrl =
  (policy: HookPolicy, lookup: Lookup = lookUp): CheckHookUrl =>
  async (text, vendorId) => {
    try {
      const url = parseHookUrl(text);
      await permittedAddresses(url, vendorId, policy, lookup);
      return url.href;
    } catch (error) {
      const why =
        error instanceof ForbiddenAddress ? error.message : 'The name of the host does not resolve.';
      throw new Refused('invalid-hook', why);
    }
  };

/** The networks of this machine itself. */
export const thisMachine = ['127.0.0.0/8', '::1/128'].map(parseNetwork);

/** Whoever adds it sees where it leads: no name that leads here today or tomorrow counts. */
const saysThisMachine = (host: string): boolean =>
  isIP(host) === 0 ? isLocalhost(host) : isIn(host, thisMachine);

/** Azure's own service on each of its hosts: it only looks public. */
const AZURE_HOST = '168.63.129.16';

/** Global unicast, and none of the ranges that lead elsewhere: mapped, translated and tunnelled addresses too. */
function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  if (address.toString() === AZURE_HOST) return false;
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(ipaddr.parseCIDR('2000::/3'));
}

function isIn(text: string, networks: readonly Network[]): boolean {
  const address = ipaddr.process(text);
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}
