import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** A network in CIDR notation. */
export type Network = readonly [address: ipaddr.IPv4 | ipaddr.IPv6, bits: number];

/** Reads a network. Throws TypeError, or an error of ipaddr.js, for any other text. */
export function parseNetwork(text: string): Network {
  const [address = ''] = text.trim().split('/');
  if (!isIP(address)) throw new TypeError('The address is not complete.'); // ipaddr.js reads 10/8 as 0.0.0.10/8
  return ipaddr.parseCIDR(text.trim());
}
