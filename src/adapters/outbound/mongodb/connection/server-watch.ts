import type { MongoClient } from 'mongodb';

/** Follows what the driver reports about the servers. */
export class ServerWatch {
  #isStandalone = false;
  #process: string | undefined;

  /** `onNewProcess` is called when the primary, or the standalone server, is another process than before. */
  constructor(client: MongoClient, onNewProcess: () => void) {
    // A standalone server reported here is the only one: from a list of several, the driver drops it without this event.
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
