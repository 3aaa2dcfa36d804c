import type { ContainerModule } from 'inversify';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { Environment } from './read-config.ts';
import type { Store, StoreBySettings } from './store.ts';

/** What any shipped program takes, in place of its own. */
interface ProgramOptions {
  /** In place of the one that the settings name. */
  readonly store?: Store | undefined;
  /** The settings. By default the environment of the process. */
  readonly env?: Environment | undefined;
}

/** What the shipped command line takes, in place of its own. */
export interface LeadsOptions extends ProgramOptions {
  /** By default those of the process. */
  readonly args?: readonly string[] | undefined;
}

/** What a shipped process takes, in place of its own or beside it. */
export interface ProcessOptions extends ProgramOptions {
  /** Is told what the log on standard output is told. LOG_LEVEL=silent leaves only this one. */
  readonly journal?: Journal | undefined;
  /** Inversify modules beside the shipped ones. They are loaded last, and may bind anew what those bind. */
  readonly modules?: readonly ContainerModule[] | undefined;
}

/** What the shipped server takes, in place of its own or beside it. */
export interface ServerOptions extends ProcessOptions {
  /** In place of RATE_LIMIT_PER_MINUTE. */
  readonly takeQuota?: TakeQuota | undefined;
}

/** What the shipped function takes. */
export interface FunctionOptions extends Omit<ServerOptions, 'store'> {
  readonly store: Store | StoreBySettings;
}

/** What the shipped function that delivers takes. */
export interface DeliveryFunctionOptions extends Pick<FunctionOptions, 'store' | 'env'> {
  /** Milliseconds after which a run begins no try; the last one ends within 15 seconds. By default 40,000. */
  readonly limit?: number | undefined;
}
