import type {
  StoreUpgrade,
  UpgradedStep,
} from '../../../../application/operators/ports/outbound/store-upgrade.ts';
import type { DataFile } from '../connection/data-file.ts';

/** Of this release's files, nothing is to be changed; those of later ones are not opened. */
export class SqliteUpgrade implements StoreUpgrade {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  async upgrade(): Promise<readonly UpgradedStep[]> {
    await this.#file.read(() => {});
    return [{ step: 'format', looked: 1, changed: 0 }];
  }
}
