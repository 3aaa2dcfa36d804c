import type { ContainerModule } from 'inversify';
import type { Journal } from '../application/ports/outbound/journal.ts';
import type { TakeQuota } from '../application/ports/outbound/quota.ts';
import type { Environment } from './read-config.ts';
import type { Store, StoreBySettings } from './store.ts';

/** In place of what any shipped program takes. */
export interface ProgramOptions {
  /** In place of the one that MONGODB_URI names. */
  readonly store?: Store | undefined;
  /** The settings. By default the environment of the process. */
  readonly env?: Environment | undefined;
}

/** In place of what the shipped command line takes. */
export interface LeadsOptions extends ProgramOptions {
  /** By default those of the process. */
  readonly args?: readonly string[] | undefined;
}

/** In place of what a shipped process takes, or beside it. */
export interface ProcessOptions extends ProgramOptions {
  /** Is told what the log on standard output is told. LOG_LEVEL=silent leaves only this one. */
  readonly journal?: Journal | undefined;
  /** Inversify modules beside the shipped ones. They are loaded last, and may bind anew what those bind. */
  readonly modules?: readonly ContainerModule[] | undefined;
}

/** In place of what the shipped server takes, or beside it. */
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
