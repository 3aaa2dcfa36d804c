import type { Lease, Leases } from '#operators/application/ports/outbound/leases.ts';
import type { Records } from './records.ts';

/** Leases, one record for each work. */
export class LeasesInRecords implements Leases {
  readonly #records: Records<Lease>;

  constructor(records: Records<Lease>) {
    this.#records = records;
  }

  async take(lease: Lease, now: Date): Promise<Lease> {
    const inForce = await this.#records.change({ work: lease.work }, (held) =>
      held.ends > now && held.holder !== lease.holder ? held : lease,
    );
    if (inForce) return inForce;
    return (await this.#records.add(lease)) ? lease : this.take(lease, now); // another took it meanwhile
  }

  async end(work: string, holder: string): Promise<void> {
    await this.#records.remove({ work, holder });
  }
}
