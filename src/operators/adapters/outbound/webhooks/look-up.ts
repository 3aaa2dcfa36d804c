import { Resolver, lookup as systemLookup } from 'node:dns/promises';

export interface Address {
  readonly address: string;
  readonly family: number;
}

/**
 * Resolves a webhook's host to all its addresses. `vendorId`: the vendor of the hook; `undefined` for the
 * operator's own.
 */
export type Lookup = (name: string, vendorId: string | undefined) => Promise<readonly Address[]>;

/** Milliseconds for a name, and limits for each question to a name server. */
const LIMIT = 5_000;
const QUESTION = { timeout: 2_000, tries: 2 };

/** Whether a name means this machine, whatever name servers say (RFC 6761). */
export const isLocalhost = (name: string): boolean => /(^|\.)localhost\.?$/.test(name);

const localhost = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Asks the system's name servers (`servers`: others), so that only those who ask for a name wait for it. A name
 * that they do not know is looked up as other programs do, also in /etc/hosts, if the hook is the operator's
 * own: vendors' hooks may not be where such names lead.
 */
export function makeLookUp(servers?: readonly string[]): Lookup {
  const asked = oncePerName((name) => addressesOf(name, servers));
  const known = oncePerName(oneAtATime((name) => systemLookup(name, { all: true })));
  return async (name, vendorId) => {
    if (isLocalhost(name)) return localhost;
    try {
      return await asked(name, vendorId);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (vendorId !== undefined || code === 'ETIMEOUT' || code === 'ECANCELLED') throw error;
      return known(name, vendorId);
    }
  };
}

export const lookUp = makeLookUp();

async function addressesOf(
  name: string,
  servers: readonly string[] | undefined,
): Promise<readonly Address[]> {
  const resolver = new Resolver(QUESTION); // a new resolver has the name servers of the system at this moment
  if (servers) resolver.setServers(servers);
  const late = setTimeout(() => resolver.cancel(), LIMIT);
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  clearTimeout(late);
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
  return [
    ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
    ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
  ];
}

/** Runs look-ups one at a time: Node has two threads for them, and MongoDB's driver needs one as well. */
function oneAtATime(lookup: Lookup): Lookup {
  let last: Promise<unknown> = Promise.resolve();
  return (name, vendorId) => {
    const answer = last.then(() => lookup(name, vendorId));
    last = answer.catch(() => {});
    return answer;
  };
}

/** Shares one look-up among all who ask for the same name meanwhile. */
export function oncePerName(lookup: Lookup): Lookup {
  const underWay = new Map<string, ReturnType<Lookup>>();
  return (name, vendorId) => {
    const answer = underWay.get(name) ?? lookup(name, vendorId).finally(() => underWay.delete(name));
    underWay.set(name, answer);
    return answer;
  };
}
