import type { IssuedKey } from '../../src/domain/issued-key.ts';

export const someKey = (id: string, given: Partial<IssuedKey> = {}): IssuedKey => ({
  id,
  digest: `digest of ${id}`,
  hint: 'lead_live_aaaa',
  created: new Date(Date.UTC(2026, 0, 1)),
  expires: undefined,
  revoked: undefined,
  replacedBy: undefined,
  lastUsed: undefined,
  ...given,
});
