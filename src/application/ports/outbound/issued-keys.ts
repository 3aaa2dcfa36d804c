import type { ApiKeyDirectory } from './api-key-directory.ts';

/** The keys that vendors were issued, as requests need them. */
export interface IssuedKeys extends ApiKeyDirectory {
  /** Moves a key's last use forward, never back. */
  markUsed(keyId: string, at: Date): Promise<void>;
}
