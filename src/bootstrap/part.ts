import type { Container } from 'inversify';
import type { Config } from './config.ts';
import type { Store } from './store.ts';

/** The things that the parts of a process share. */
export interface Composed {
  readonly config: Config;
  readonly store: Store;
  readonly container: Container;
  /** Milliseconds in which work that has begun may end after the signal to stop. */
  readonly drainTime: number;
}

/** Something that a process does until it is stopped, such as listening on a port. */
export interface Part {
  /** Announces that the part will end soon, while it still serves. */
  readonly leave?: () => void;
  /** Begins nothing new, and resolves when everything begun has ended. All parts drain at the same time. */
  readonly drain?: () => Promise<unknown>;
  /** Called when all parts have drained. */
  readonly close?: () => Promise<unknown>;
}

/** Starts a part and resolves when it works; to `undefined` if the settings or the store ask for no such part. */
export type StartPart = (composed: Composed) => Promise<Part | undefined>;
