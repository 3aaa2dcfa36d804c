import { ContainerModule } from 'inversify';
import { makeOperatorUseCases } from '../../application/operator.ts';
import { tokens } from '../tokens.ts';
import { hookPorts } from './webhooks.ts';

/** The operator's use cases, on any store. What they change is told to its webhooks, if it keeps some. */
export const operatorModule = new ContainerModule(({ bind }) => {
  bind(tokens.webhooks).toDynamicValue(hookPorts).inSingletonScope();
  bind(tokens.operator)
    .toDynamicValue(({ get }) => {
      const { clock, digest, randomBytes } = get(tokens.runtime);
      return makeOperatorUseCases({
        vendors: get(tokens.managedVendors),
        backOffice: get(tokens.backOffice),
        audit: get(tokens.audit),
        people: get(tokens.people, { optional: true }),
        accessTokens: get(tokens.accessTokens, { optional: true }),
        tickets: get(tokens.tickets, { optional: true }),
        refusals: get(tokens.refusals, { optional: true }),
        webhooks: get(tokens.webhooks),
        clock,
        randomBytes,
        digest,
        keyKind: get(tokens.config).APP_ENV === 'production' ? 'live' : 'test',
      });
    })
    .inSingletonScope();
});
