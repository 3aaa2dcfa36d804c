import { ContainerModule } from 'inversify';
import {
  clock,
  newLeadId,
  newRequestId,
  randomBytes,
  sha256,
} from '../../adapters/outbound/runtime/runtime.ts';
import { StaticKeys } from '../../adapters/outbound/static-keys/static-keys.ts';
import type { Journal } from '../../application/ports/outbound/journal.ts';
import type { Config } from '../config.ts';
import { tokens } from '../tokens.ts';

/** What the process itself provides: its settings, clock, random ids and log. */
export const runtimeModule = (config: Config, journal: Journal): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.config).toConstantValue(config);
    bind(tokens.runtime).toConstantValue({ clock, digest: sha256, newLeadId, newRequestId, randomBytes });
    bind(tokens.staticKeys).toConstantValue(config.API_KEYS ?? StaticKeys.parse(''));
    bind(tokens.journal).toConstantValue(journal);
  });
