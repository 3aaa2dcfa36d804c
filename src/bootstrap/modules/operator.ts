import { ContainerModule } from 'inversify';
import { aesSeal } from '../../operators/adapters/outbound/sealing/aes-seal.ts';
import { makeAuthenticateProgram } from '../../operators/application/desk/access-tokens.ts';
import { makeDeskAccess } from '../../operators/application/desk/desk-access.ts';
import { notKept } from '../../operators/application/not-kept.ts';
import { makeOperatorUseCases } from '../../operators/application/operator.ts';
import { answerGoalOf, type Config, timeZoneOf } from '../config.ts';
import { tokens } from '../tokens.ts';
import { pushPorts } from './push.ts';
import { sourceParts } from './source-parts.ts';
import { hookPorts } from './webhooks.ts';

/** Binds the operators' use cases, on any store. If the store keeps webhooks, they hear of changes. */
export const operatorModule = new ContainerModule(({ bind }) => {
  bind(tokens.webhooks).toDynamicValue(hookPorts).inSingletonScope();
  bind(tokens.operator)
    .toDynamicValue(({ get }) => {
      const { clock, digest, randomBytes } = get(tokens.runtime);
      return makeOperatorUseCases({
        vendors: get(tokens.managedVendors),
        leads: get(tokens.leads, { optional: true }) ?? notKept('leads'),
        contacts: get(tokens.contacts, { optional: true }) ?? notKept('contacts'),
        report: get(tokens.report, { optional: true }) ?? notKept('report'),
        erasure: get(tokens.erasure, { optional: true }) ?? notKept('erasure'),
        remains: get(tokens.remains, { optional: true }),
        audit: get(tokens.audit),
        timeZone: timeZoneOf(get(tokens.config)),
        answerGoal: answerGoalOf(get(tokens.config)),
        lostReasons: get(tokens.config).LOST_REASONS,
        people: get(tokens.people, { optional: true }) ?? notKept('people'),
        accessTokens: get(tokens.accessTokens, { optional: true }),
        subscriptions: get(tokens.subscriptions, { optional: true }),
        push: pushPorts(get(tokens.config)),
        tickets: get(tokens.tickets, { optional: true }),
        seal: aesSeal,
        refusals: get(tokens.refusals, { optional: true }),
        sourceParts: sourceParts(get),
        webhooks: get(tokens.webhooks),
        clock,
        randomBytes,
        digest,
        keyKind: get(tokens.config).APP_ENV === 'production' ? 'live' : 'test',
      });
    })
    .inSingletonScope();
});

/** The modules of the desk: use cases, and the ways in. */
export const deskModules = async (config: Config): Promise<ContainerModule[]> => [
  operatorModule,
  await deskModule(config),
];

/**
 * Makes the module of the ways into the desk, on a store that keeps tickets. The provider's code is loaded only
 * if one is set.
 */
async function deskModule({
  DESK_OIDC_ISSUER: issuer,
  DESK_OIDC_CLIENT_ID: clientId = '',
  DESK_OIDC_CLIENT_SECRET: clientSecret = '',
  DESK_OIDC_AUTH: auth,
  DESK_OIDC_SCOPE: scope,
  DESK_OIDC_CLAIM: claim,
  DESK_OIDC_ROLES: roles,
}: Config): Promise<ContainerModule> {
  const options = { clientId, clientSecret, auth, scope, claim, roles };
  const provider = issuer && new (await load()).OpenIdProvider({ issuer, ...options });
  return new ContainerModule(({ bind }) => {
    if (provider) bind(tokens.identityProvider).toConstantValue(provider);
    bind(tokens.deskAccess)
      .toDynamicValue(({ get }) => {
        const { clock, digest, randomBytes } = get(tokens.runtime);
        return makeDeskAccess({
          tickets: get(tokens.tickets),
          people: get(tokens.people),
          vendors: get(tokens.managedVendors),
          audit: get(tokens.audit),
          seal: aesSeal,
          identityProvider: get(tokens.identityProvider, { optional: true }),
          clock,
          digest,
          randomBytes,
          subscriptions: get(tokens.subscriptions, { optional: true }),
        });
      })
      .inSingletonScope();
    bind(tokens.authenticateProgram)
      .toDynamicValue(({ get }) => {
        const { clock, digest } = get(tokens.runtime);
        const accessTokens = get(tokens.accessTokens, { optional: true });
        return makeAuthenticateProgram({ accessTokens, clock, digest });
      })
      .inSingletonScope();
  });
}

const load = () => import('../../operators/adapters/outbound/openid-connect/openid-provider.ts');
