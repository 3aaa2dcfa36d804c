import type { MongoClient, ServerDescription } from 'mongodb';
import { StoreUnfit } from '../../../../application/ports/outbound/store.ts';

/** Follows the driver's reports about the servers. */
export class ServerWatch {
  #isStandalone = false;
  #isSecondary = false;
  #process: string | undefined;
  readonly #tooOld = Promise.withResolvers<never>();

  /** `onNewProcess`: called when the primary, or the standalone server, has become another process. */
  constructor(client: MongoClient, onNewProcess: () => void) {
    // A standalone server reported here is the only server: the driver drops those in a list of several without
    // this event.
    client.on('serverDescriptionChanged', ({ newDescription: { type, topologyVersion } }) => {
      if (type !== 'Unknown') this.#isStandalone = type === 'Standalone';
      const process = topologyVersion?.processId.toHexString();
      if (!process || !(type === 'RSPrimary' || type === 'Standalone')) return;
      if (this.#process !== undefined && this.#process !== process) onNewProcess();
      this.#process = process;
    });
    client.on('topologyDescriptionChanged', ({ newDescription: { type, servers } }) => {
      const seen = [...servers.values()];
      this.#isSecondary = type === 'Single' && seen[0]?.type === 'RSSecondary';
      const needed = seen.map(neededVersion);
      if (needed[0] && needed.every(Boolean))
        this.#tooOld.reject(new StoreUnfit(`a server answers, but is older than MongoDB ${needed[0]}`));
    });
    this.#tooOld.promise.catch(() => {}); // even if nobody waits
  }

  get isStandalone(): boolean {
    return this.#isStandalone;
  }

  /** Whether the one server that the URI names is a secondary, which can only be read. */
  get isSecondary(): boolean {
    return this.#isSecondary;
  }

  /** Rejects with StoreUnfit once every server has turned out to be too old for the driver, which would wait on. */
  get tooOld(): Promise<never> {
    return this.#tooOld.promise;
  }
}

/** The version that the driver needs, if it refused a server as older. */
const neededVersion = ({ error }: ServerDescription): string | undefined =>
  /requires at least \d+ \(MongoDB ([\d.]+)\)/.exec(error?.message ?? '')?.[1];
