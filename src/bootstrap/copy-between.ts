import { existsSync } from 'node:fs';
import { Container } from 'inversify';
import { LineJournal } from '../adapters/outbound/telemetry/line-journal.ts';
import { NotDone } from '../operators/adapters/inbound/cli/cli-context.ts';
import {
  type CopiedKind,
  type CopyOrder,
  type CopySide,
  copyStore,
} from '../operators/application/copy-store.ts';
import { InvalidConfig } from './read-config.ts';
import { configure, type Store } from './store.ts';
import { storeBySettings } from './store-by-settings.ts';
import { tokens } from './tokens.ts';

/** The two stores as paths or MongoDB URIs; `undefined`: the store of the settings. */
export interface Places {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Copies one store into another. Throws as `copyStore`, and NotDone and InvalidConfig. */
export async function copyBetween(
  { from, to, progress }: Places & Pick<CopyOrder, 'progress'>,
  bySettings: () => Promise<Store>,
): Promise<readonly CopiedKind[]> {
  const isFile = (place: string) => !/^mongodb(\+srv)?:\/\//.test(place);
  if (from !== undefined && isFile(from) && !existsSync(from)) throw new NotDone(`There is no file ${from}.`);
  await using source = await open(from, '--from');
  await using target = await open(to, '--to');
  return await copyStore({ from: source, to: target, progress });

  async function open(place: string | undefined, option: string): Promise<CopySide & AsyncDisposable> {
    const store = place === undefined ? await bySettings() : await storeAt(place, option);
    const container = new Container();
    container.bind(tokens.journal).toConstantValue(new LineJournal('silent'));
    container.load(store.module);
    if (!container.isBound(tokens.shelves)) throw new NotDone(`${store.name} cannot be copied.`);
    return {
      name: store.name,
      shelves: container.get(tokens.shelves),
      deliveries: container.get(tokens.deliveries),
      storeUpgrade: container.get(tokens.storeUpgrade),
      [Symbol.asyncDispose]: () => container.unbindAllAsync(),
    };
  }

  async function storeAt(place: string, option: string): Promise<Store> {
    const setting = isFile(place) ? { DATA_FILE: place } : { MONGODB_URI: place };
    try {
      return (await configure(setting, storeBySettings)).store;
    } catch (error) {
      if (!(error instanceof InvalidConfig)) throw error;
      throw new NotDone(`${error.message.replace(/^[A-Z_]+/, option)}.`);
    }
  }
}
