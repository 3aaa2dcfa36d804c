import { ContainerModule } from 'inversify';
import { randomBytes } from '../../adapters/outbound/runtime/runtime.ts';
import { StaticKeys } from '../../adapters/outbound/static-keys/static-keys.ts';
import { ApiKey } from '../../domain/intake/api-key.ts';
import type { Config } from '../config.ts';
import type { Composed } from '../process.ts';
import type { Store } from '../store.ts';
import { token, tokens } from '../tokens.ts';

/** The vendor of somebody who only tries the service out. */
const DEMO = 'demo';

const freshKey = token<string>('key for one run');

/** A sandbox key for one run of the server, where leads last no longer and no key is configured. */
export const demoModule = ({ API_KEYS }: Config, { durable }: Store): ContainerModule =>
  new ContainerModule(({ bind, rebind }) => {
    if (API_KEYS || durable) return;
    const key = ApiKey.issue('test', randomBytes(ApiKey.randomBytes)).value;
    bind(freshKey).toConstantValue(key);
    rebind(tokens.staticKeys).toConstantValue(StaticKeys.parse(`${DEMO}:${key}`));
  });

/** That key, if there is one. */
export const freshKeyOf = ({ container }: Composed): string | undefined =>
  container.get(freshKey, { optional: true });
