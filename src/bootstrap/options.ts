import type { ContainerModule } from 'inversify';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { Environment } from './read-config.ts';
import type { Store, StoreBySettings } from './store.ts';

/** Options of all shipped programs. */
interface ProgramOptions {
  /** Replaces the store that the settings name. */
  readonly store?: Store | undefined;
  /** The settings. By default the environment of the process. */
  readonly env?: Environment | undefined;
}

/** Options of the shipped command line. */
export interface LeadsOptions extends ProgramOptions {
  /** The arguments. By default those of the process. */
  readonly args?: readonly string[] | undefined;
}

/** Options of a shipped process. */
export interface ProcessOptions extends ProgramOptions {
  /** Gets everything that is logged to standard output. With LOG_LEVEL=silent, only this journal does. */
  readonly journal?: Journal | undefined;
  /** Further Inversify modules. They are loaded last, and may rebind what the shipped ones bind. */
  readonly modules?: readonly ContainerModule[] | undefined;
}

/** Options of the shipped server. */
export interface ServerOptions extends ProcessOptions {
  /** Replaces RATE_LIMIT_PER_MINUTE. */
  readonly takeQuota?: TakeQuota | undefined;
}

/** Options of the shipped function. */
export interface FunctionOptions extends Omit<ServerOptions, 'store'> {
  readonly store: Store | StoreBySettings;
}

/** Options of the shipped function that delivers. */
export interface DeliveryFunctionOptions extends Pick<FunctionOptions, 'store' | 'env'> {
  /** Milliseconds after which a run begins no more tries; the last one ends within 15 seconds. By default 40,000. */
  readonly limit?: number | undefined;
}
