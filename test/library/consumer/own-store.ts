import { fileModule, type Store } from 'partner-lead-service/compose';

/** Stands for a company's own: it says that it is durable. */
export const ownStore: Store = {
  name: 'our own',
  setting: 'OUR_STORE',
  durable: true,
  module: await fileModule(':memory:'),
};
