import type { MongoClient } from 'mongodb';

/** What the driver reports of the servers while it looks at them. */
export class ServerWatch {
  #isStandalone = false;
  #process: string | undefined;

  /** `onOther` is called when the primary, or the standalone server, is another process than before. */
  constructor(client: MongoClient, onOther: () => void) {
    // From a list of several servers, the driver drops a standalone one without this event: one seen here is alone.
    client.on('serverDescriptionChanged', ({ newDescription: { type, topologyVersion } }) => {
      if (type !== 'Unknown') this.#isStandalone = type === 'Standalone';
      const process = topologyVersion?.processId.toHexString();
      if (!process || !(type === 'RSPrimary' || type === 'Standalone')) return;
      if (this.#process !== undefined && this.#process !== process) onOther();
      this.#process = process;
    });
  }

  get isStandalone(): boolean {
    return this.#isStandalone;
  }
}
