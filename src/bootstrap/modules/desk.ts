import { ContainerModule } from 'inversify';
import { makeDeskAccess } from '../../application/desk-access.ts';
import { tokens } from '../tokens.ts';

/** How people get into the operators' desk, on a store that keeps tickets. */
export const deskModule = new ContainerModule(({ bind }) => {
  bind(tokens.deskAccess)
    .toDynamicValue(({ get }) => {
      const { clock, digest, randomBytes } = get(tokens.runtime);
      return makeDeskAccess({
        tickets: get(tokens.tickets),
        people: get(tokens.people, { optional: true }),
        audit: get(tokens.audit),
        identityProvider: get(tokens.identityProvider, { optional: true }),
        clock,
        digest,
        randomBytes,
      });
    })
    .inSingletonScope();
});
