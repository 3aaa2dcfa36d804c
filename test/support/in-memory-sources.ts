import type { Sources } from '../../src/application/intake/ports/outbound/sources.ts';
import type {
  HeldQuery,
  ManagedSources,
} from '../../src/application/operators/ports/outbound/managed-sources.ts';
import type { IdentityKey } from '../../src/domain/intake/contact.ts';
import { HELD_KEPT, type HeldLead, heldSince } from '../../src/domain/intake/held-lead.ts';
import type { Source } from '../../src/domain/intake/source.ts';

/** The sources, and what they hold, in Maps. */
export class InMemorySources implements Sources, ManagedSources {
  readonly #sources = new Map<string, Source>();
  readonly #held = new Map<string, HeldLead>();

  async source(id: string): Promise<Source | undefined> {
    return this.#sources.get(id);
  }

  async markTested(id: string, tested: Date): Promise<void> {
    await this.changeSource(id, (source) => ({ ...source, tested }));
  }

  async hold(held: HeldLead): Promise<'held' | 'held-before' | 'full'> {
    for (const { id, at } of this.#held.values()) if (at < heldSince(held.at)) this.#held.delete(id);
    if (this.#held.has(held.id)) return 'held-before';
    const others = [...this.#held.values()].filter(({ sourceId }) => sourceId === held.sourceId);
    if (others.length >= HELD_KEPT) return 'full';
    this.#held.set(held.id, held);
    return 'held';
  }

  async addSource(source: Source): Promise<'added' | 'taken'> {
    if (this.#sources.has(source.id)) return 'taken';
    this.#sources.set(source.id, source);
    return 'added';
  }

  async sources(vendorId?: string): Promise<readonly Source[]> {
    return [...this.#sources.values()]
      .filter((source) => vendorId === undefined || source.vendorId === vendorId)
      .sort((a, b) => a.created.getTime() - b.created.getTime() || (a.id < b.id ? -1 : 1));
  }

  async changeSource(id: string, how: (source: Source) => Source): Promise<Source | undefined> {
    const source = this.#sources.get(id);
    const changed = source && how(source);
    if (changed) this.#sources.set(id, changed);
    return changed;
  }

  async removeSource(id: string): Promise<boolean> {
    return this.#sources.delete(id);
  }

  async held({ since, limit }: HeldQuery): Promise<readonly HeldLead[]> {
    return [...this.#held.values()]
      .filter(({ at }) => at >= since)
      .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1))
      .slice(0, limit);
  }

  async heldLead(id: string): Promise<HeldLead | undefined> {
    return this.#held.get(id);
  }

  async release(id: string): Promise<boolean> {
    return this.#held.delete(id);
  }

  async forgetHeld(identities: readonly IdentityKey[]): Promise<void> {
    for (const held of this.#held.values())
      if (held.identities.some((each) => identities.includes(each))) this.#held.delete(held.id);
  }
}
