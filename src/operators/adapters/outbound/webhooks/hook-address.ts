import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { CheckHookUrl } from '#operators/application/events/ports/post-event.ts';
import { Refused } from '#operators/domain/refused.ts';
import { type Address, isLocalhost, type Lookup, lookUp } from './look-up.ts';
import { type Network, parseNetwork } from './network.ts';

/** The addresses at which webhooks are allowed. */
export interface HookPolicy {
  /** Whether plain http is refused where only public addresses are allowed. */
  readonly httpsOnly: boolean;
  /** Networks that are not public but allowed for the operator's own hooks. */
  readonly allow: readonly Network[];
  /** Whether vendors' hooks may also be on this machine, if their URL openly says so. */
  readonly vendorsHere?: boolean | undefined;
}

/** A webhook's address is not allowed. The message is one plain sentence. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
}

const LONGEST_URL = 2_048;

/** Reads a URL and checks all that can be wrong before its name is resolved. Throws ForbiddenAddress. */
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
 * Resolves to the host's addresses, all of which are allowed. Connect only to these: the name may soon lead
 * elsewhere. Throws ForbiddenAddress, and errors of the look-up.
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

/** Makes the check of an address for the use case that adds a webhook. */
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

/** Whether a host is openly this machine. A name that merely leads here, today or tomorrow, is not. */
const saysThisMachine = (host: string): boolean =>
  isIP(host) === 0 ? isLocalhost(host) : isIn(host, thisMachine);

/** The address of Azure's own service on each host. It only looks public. */
const AZURE_HOST = '168.63.129.16';

/**
 * Whether an address is global unicast and in no range that leads elsewhere, mapped, translated and tunnelled
 * ones included.
 */
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
