import type { Container } from 'inversify';
import { keptSince } from '../domain/sources/as-it-came.ts';
import type { Config } from './config.ts';
import { tokens } from './tokens.ts';

export const HOUR = 3_600_000;

/** Makes the work that removes what sources sent once its days are over; `undefined` with a store that keeps none. */
export function removalOfCame({ container, config }: RemovalParts): (() => Promise<unknown>) | undefined {
  const sources = container.get(tokens.managedSources, { optional: true });
  const { clock } = container.get(tokens.runtime);
  return (
    sources && (() => sources.removeCame(keptSince(clock(), config.SOURCE_KEEP_DAYS)).catch(() => {})) // an outage is reported elsewhere
  );
}

interface RemovalParts {
  readonly container: Pick<Container, 'get'>;
  readonly config: Pick<Config, 'SOURCE_KEEP_DAYS'>;
}
