import type {
  StoreUpgrade,
  UpgradedStep,
} from '../../../../application/operators/ports/outbound/store-upgrade.ts';
import type { DataFile } from '../connection/data-file.ts';

/** There is one format so far: a file that can be opened has it. */
export class SqliteUpgrade implements StoreUpgrade {
  readonly #file: DataFile;

  constructor(file: DataFile) {
    this.#file = file;
  }

  upgrade(): Promise<readonly UpgradedStep[]> {
    return this.#file.read(() => [{ step: 'format', looked: 1, changed: 0 }]);
  }
}
