import { ContainerModule } from 'inversify';
import { randomBytes } from '../../adapters/outbound/runtime/runtime.ts';
import { StaticKeys } from '../../adapters/outbound/static-keys/static-keys.ts';
import { ApiKey } from '../../domain/api-key.ts';
import { Refused } from '../../domain/refused.ts';
import { configuredVendorId } from '../../domain/vendor.ts';
import type { Config } from '../config.ts';
import type { Composed, Part } from '../process.ts';
import { InvalidConfig } from '../read-config.ts';
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

interface Demo extends Part {
  readonly key: string | undefined;
  readonly hook?: { readonly url: string; readonly secret: string };
}

/** That key, and the webhook of its vendor if the settings name one. Throws InvalidConfig. */
export async function addDemo({ container, config: { SANDBOX_HOOK: url } }: Composed): Promise<Demo> {
  const key = container.get(freshKey, { optional: true });
  if (url && !key)
    throw new InvalidConfig(
      'SANDBOX_HOOK is for the vendor whose key is printed: with API_KEYS or a store that lasts, none is. Leave it out, or add the webhook with hook add',
    );
  if (!key || !url) return { key };
  try {
    const order = { url, vendor: configuredVendorId(DEMO), by: 'SANDBOX_HOOK' };
    const { secret } = await container.get(tokens.operator).addHook(order);
    return { key, hook: { url, secret } };
  } catch (error) {
    throw error instanceof Refused ? new InvalidConfig(`SANDBOX_HOOK: ${error.message}`) : error;
  }
}
