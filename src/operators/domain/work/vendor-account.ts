import { type IssuedKey, isUsable, keyState } from '../../../domain/issued-key.ts';
import { isBlank, isReadable, lengthOf, normalized } from '../../../domain/text.ts';
import { isConfiguredVendorId, type VendorAccount } from '../../../domain/vendor.ts';
import { Refused } from '../refused.ts';

const NAME_LIMIT = 255;

/**
 * A vendor's name in composed characters, without surrounding or doubled white space: names that look the same
 * are equal.
 */
export const plainName = (text: string): string => normalized('NFC', text).trim().replace(/\s+/g, ' ');

/** Makes an account. Throws Refused for a name that is blank, too long, not readable, or looks like an id. */
export function openAccount(id: string, rawName: string, created: Date): VendorAccount {
  const name = plainName(rawName);
  if (isBlank(name)) throw new Refused('invalid-vendor-name', 'A vendor needs a name.');
  if (lengthOf(name) > NAME_LIMIT)
    throw new Refused('invalid-vendor-name', `A vendor name can have at most ${NAME_LIMIT} characters.`);
  if (!isReadable(rawName.trim()))
    throw new Refused('invalid-vendor-name', 'A vendor name must be one line of printable characters.');
  if (isConfiguredVendorId(name) || name.startsWith('ven_'))
    throw new Refused(
      'invalid-vendor-name',
      `A vendor name must not start with static: or ven_, which are reserved for ids.`,
    );
  return { id, name, created, keys: [] };
}

/** Adds a key. Throws Refused if the vendor already has a key with this id. */
export function addKey(account: VendorAccount, key: IssuedKey): VendorAccount {
  if (account.keys.some(({ id }) => id === key.id))
    throw new Refused(
      'made-before',
      `This key was issued before, as ${key.id}; its text was in the answer to that alone. If that was lost, revoke it and issue another.`,
    );
  return { ...account, keys: [...account.keys, key] };
}

/**
 * Adds a successor to a key, with a term as long as the old key's. The old key works until the overlap ends or
 * it expires, whichever comes first. Throws Refused if the old key no longer works or already has a successor.
 */
export function rotateKey(
  account: VendorAccount,
  keyId: string,
  successor: IssuedKey,
  overlapEnds: Date,
): VendorAccount {
  const old = keyOf(account, keyId);
  const state = keyState(old, successor.created);
  if (state === 'replaced')
    throw new Refused(
      'key-not-active',
      `Key ${keyId} has already been replaced by ${successorOf(account, old, successor.created)}.`,
    );
  if (state !== 'active')
    throw new Refused('key-not-active', `Key ${keyId} is ${state}: issue a new one instead.`);

  const term = old.expires && old.expires.getTime() - old.created.getTime();
  const expires = term === undefined ? undefined : new Date(successor.created.getTime() + term);
  const ends = old.expires && old.expires < overlapEnds ? old.expires : overlapEnds;
  const retired = { ...old, expires: ends, replacedBy: successor.id };
  return addKey(withKey(account, retired), { ...successor, expires });
}

/** Names the key that replaced `old`, and says what to do if that does not work either. */
function successorOf({ keys }: VendorAccount, { replacedBy }: IssuedKey, now: Date): string {
  const successor = keys.find(({ id }) => id === replacedBy);
  const state = successor && keyState(successor, now);
  return !state || isUsable(state) ? `${replacedBy}` : `${replacedBy}, which is ${state}: issue a new one`;
}

/** Revokes a key. Throws Refused if the key is already revoked. */
export function revokeKey(account: VendorAccount, keyId: string, at: Date): VendorAccount {
  const key = keyOf(account, keyId);
  if (key.revoked) throw new Refused('key-not-active', `Key ${keyId} is already revoked.`);
  return withKey(account, { ...key, revoked: at });
}

export const unknownKey = (): Refused => new Refused('unknown-key', 'No key has this id.');

/** The vendor's key with this id. Throws Refused if there is none. */
export function keyOf(account: VendorAccount, keyId: string): IssuedKey {
  const key = account.keys.find(({ id }) => id === keyId);
  if (!key) throw unknownKey();
  return key;
}

const withKey = (account: VendorAccount, changed: IssuedKey): VendorAccount => ({
  ...account,
  keys: account.keys.map((key) => (key.id === changed.id ? changed : key)),
});
