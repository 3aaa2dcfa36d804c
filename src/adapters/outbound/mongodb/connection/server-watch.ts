import type { MongoClient } from 'mongodb';

/** Follows the driver's reports about the servers. */
export class ServerWatch {
  #isStandalone = false;
  #process: string | undefined;

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
  }

  get isStandalone(): boolean {
    return this.#isStandalone;
  }
}
