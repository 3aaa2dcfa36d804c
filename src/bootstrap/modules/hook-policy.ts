import { type HookPolicy, thisMachine } from '../../operators/adapters/outbound/webhooks/hook-address.ts';
import type { Config } from '../config.ts';
import { isThisMachine } from '../config-rules.ts';

/** The addresses at which webhooks and push services are allowed. */
export const policyOf = ({ APP_ENV, HOST, HOOK_ALLOW = [] }: Config): HookPolicy =>
  APP_ENV === 'sandbox'
    ? { httpsOnly: false, allow: [...HOOK_ALLOW, ...thisMachine], vendorsHere: isThisMachine(HOST) }
    : { httpsOnly: true, allow: HOOK_ALLOW, vendorsHere: false };
