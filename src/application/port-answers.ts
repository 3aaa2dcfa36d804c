import type { KnownKey } from './ports/outbound/api-key-directory.ts';
import type { EarlierDeal, OwnedStatus } from './ports/outbound/crm.ts';
import { BrokenPort, isId } from './ports/outbound/fault.ts';

/** A port in JavaScript may resolve to anything. */
type Anything<T> = Partial<T> | null | undefined;

const isDeal = (deal: Anything<EarlierDeal>): boolean => isId(deal?.id);

/** An end that is no time would never come. */
function isKey(key: Anything<KnownKey>): boolean {
  const ends = key?.expires ?? new Date(0);
  return isId(key?.vendor?.id) && ends instanceof Date && !Number.isNaN(ends.getTime());
}

const find = [
  'a key with its vendor, and with a Date if it expires',
  (key: Anything<KnownKey>) => !key || isKey(key),
] as const;

/** What the methods that requests call have to resolve to, in words and as a condition. */
const promises = {
  'crm.earlierDeal': [
    'the earlier deal, with its id',
    (deal: Anything<EarlierDeal>) => !deal || isDeal(deal),
  ],
  'crm.addLead': [
    '`added`, or the earlier deal',
    (outcome: 'added' | Anything<EarlierDeal>) => outcome === 'added' || isDeal(outcome),
  ],
  'crm.statusOf': ['the lead with its vendor', (lead: Anything<OwnedStatus>) => !lead || isId(lead.vendorId)],
  'keys.find': find,
  'vendors.find': find,
  'hooks.hooks': ['a list', Array.isArray],
} as const satisfies Record<string, readonly [string, (answer: never) => boolean]>;

export type Promising = keyof typeof promises;

/** The fault of a port whose method resolved to this; `undefined` if it is what the port promises. */
export function brokenBy(method: Promising, answer: unknown): BrokenPort | undefined {
  const [what, holds] = promises[method];
  return holds(answer as never) ? undefined : new BrokenPort(method, what);
}

/** Returns what the port resolved to. Throws BrokenPort if that is not what it promises. */
export function asPromised<T>(method: Promising, answer: T): T {
  const fault = brokenBy(method, answer);
  if (fault) throw fault;
  return answer;
}

/** Whether the port's method has a promise that can be checked. */
export const isPromising = (method: string): method is Promising => Object.hasOwn(promises, method);
