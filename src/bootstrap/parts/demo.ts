import { ContainerModule } from 'inversify';
import { randomBytes } from '../../adapters/outbound/runtime/runtime.ts';
import { StaticKeys } from '../../adapters/outbound/static-keys/static-keys.ts';
import { StoreUnavailable } from '../../application/ports/outbound/store.ts';
import { ApiKey } from '../../domain/api-key.ts';
import { Refused } from '../../operators/domain/refused.ts';
import type { Config } from '../config.ts';
import type { Composed, Part } from '../part.ts';
import type { Store } from '../store.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';

/** The vendor's name for a trial of the service. */
const DEMO = 'demo';

const keyOfRun = token<string>('key for one run');

/** Binds a sandbox key for one run of the server, if leads do not outlast the run either and no key is configured. */
export const demoModule = ({ API_KEYS }: Config, { durable }: Store): ContainerModule =>
  new ContainerModule(({ bind, rebind }) => {
    if (API_KEYS || durable) return;
    const key = ApiKey.issue('test', randomBytes(ApiKey.randomBytes)).value;
    bind(keyOfRun).toConstantValue(key);
    rebind(tokens.staticKeys).toConstantValue(StaticKeys.parse(`${DEMO}:${key}`));
  });

/** Whether a name may be typed in a shell between single quotes as it is. */
const isPlain = (name: string): boolean => /^[\p{L}\p{N} .,&_-]+$/u.test(name);

/** What to send leads with in a trial: a key that is shown once, or somebody who has one. */
type TrialKey = Part &
  (
    | {
        readonly freshKey: string;
        /** Whether the key also works in later runs. */
        readonly lasts: boolean;
      }
    | {
        /** The name of a vendor that is there, or the id if its name is odd. */
        readonly vendor: string;
      }
  );

/**
 * Resolves to the key of this run; or, if leads last on this machine, to a lasting one, or to the vendor that is there
 * already.
 */
export async function makeTrialKey({ container, config, store }: Composed): Promise<TrialKey | undefined> {
  const keyForRun = container.get(keyOfRun, { optional: true });
  if (keyForRun) return { freshKey: keyForRun, lasts: false };
  if (config.APP_ENV !== 'sandbox' || config.API_KEYS || !store.local || !store.durable) return undefined;
  const operator = container.get(tokens.operator);
  const by = 'sandbox';
  try {
    const [first] = await operator.nameVendors();
    if (first) return { vendor: isPlain(first.name) ? first.name : first.id };
    const { id: vendor } = await operator.addVendor({ name: DEMO, by });
    return { freshKey: (await operator.issueKey({ vendor, by })).text, lasts: true };
  } catch (error) {
    if (error instanceof Refused) return undefined; // another process was first
    if (error instanceof StoreUnavailable) return undefined; // reported already: the server starts without a demo key
    throw error;
  }
}
