import { Container } from 'inversify';
import { clock, newRequestId } from '../adapters/outbound/runtime/runtime.ts';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { NotDone } from '../operators/adapters/inbound/cli/cli-context.ts';
import {
  type CopiedKind,
  type CopyOrder,
  type CopySide,
  copyStore,
} from '../operators/application/copy-store.ts';
import type { Leases } from '../operators/application/ports/outbound/leases.ts';
import { requireTwoStores } from '../operators/application/two-stores.ts';
import { InvalidConfig } from './read-config.ts';
import { configure, type Store } from './store.ts';
import { knownStore, storeBySettings } from './store-by-settings.ts';
import { tokens } from './tokens.ts';

/** The two stores as paths or MongoDB URIs; `undefined`: the store of the settings. */
interface Places {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

interface OpenSide extends CopySide {
  readonly leases: Leases;
  close(): Promise<void>;
}

/** Copies one store into another. Throws as `copyStore`, and NotDone and InvalidConfig. */
export async function copyBetween(
  { from, to, progress }: Places & Pick<CopyOrder, 'progress'>,
  bySettings: (begins: boolean) => Promise<Store>,
): Promise<readonly CopiedKind[]> {
  const isFile = (place: string) => !/^mongodb(\+srv)?:\/\//.test(place);
  const source = await open(from, '--from');
  try {
    const target = await open(to, '--to');
    try {
      await requireTwoStores(source.leases, target.leases, clock(), `copy ${newRequestId()}`);
      return await copyStore({ from: source, to: target, progress });
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }

  async function open(place: string | undefined, option: string): Promise<OpenSide> {
    const store = place === undefined ? await bySettings(option === '--to') : await storeAt(place, option);
    if (!store.durable) throw new NotDone(`${option} names memory, which only a server has.`);
    const container = new Container();
    container.bind(tokens.journal).toConstantValue(new LineJournal('silent'));
    container.load(store.module);
    if (!container.isBound(tokens.shelves)) throw new NotDone(`${store.name} cannot be copied.`);
    return {
      name: store.name,
      shelves: container.get(tokens.shelves),
      deliveries: container.get(tokens.deliveries),
      leases: container.get(tokens.leases),
      storeUpgrade: container.get(tokens.storeUpgrade),
      close: () => container.unbindAllAsync(),
    };
  }

  async function storeAt(place: string, option: string): Promise<Store> {
    const setting = isFile(place) ? { DATA_FILE: place } : { MONGODB_URI: place };
    try {
      return (await configure(setting, option === '--to' ? storeBySettings : knownStore)).store;
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error;
      throw new NotDone(`${error.message.replace(/^[A-Z_]+/, option)}.`);
    }
  }
}
