import { ContainerModule } from 'inversify';
import { clock } from '../../adapters/outbound/runtime/runtime.ts';
import { allJournals } from '../../adapters/outbound/telemetry/all-journals.ts';
import { RefusedRequests } from '../../operators/adapters/outbound/refusals/refused-requests.ts';
import { atMost } from '../at-most.ts';
import type { Composed, Part } from '../process.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';

const refused = token<RefusedRequests>('refused requests');

/** Milliseconds for the last write: a store that is down must not delay the end. */
const LAST_ADDITION = 1_000;

/** Keeps refused requests. On Lambda, where no timer runs between requests, a refused request waits for the write. */
export const refusalsModule = ({ onLambda }: { readonly onLambda: boolean }): ContainerModule =>
  new ContainerModule(({ bind, onActivation }) => {
    const requests = new RefusedRequests(clock);
    bind(refused).toConstantValue(requests);
    onActivation(tokens.journal, (_context, journal) => allJournals(journal, requests.journal));
    if (!onLambda) return;
    onActivation(tokens.httpApi, (_context, api) => ({
      ...api,
      async handle(request, match) {
        const response = await api.handle(request, match);
        if (response.status >= 400) await requests.addSome();
        return response;
      },
    }));
  });

/** Writes refused requests to the store now and then, and at the end. */
export async function keepRefusals(composed: Composed): Promise<Part | undefined> {
  const { container, config } = composed;
  const requests = container.get(refused);
  if (config.AWS_LAMBDA_HTTP_ENDPOINT) keepRefusalsOnLambda(composed);
  else if (container.isBound(tokens.refusals)) requests.start(() => container.get(tokens.refusals));
  else return undefined;
  return { close: () => atMost(LAST_ADDITION, requests.stop()) };
}

/** Writes refused requests to the store within the requests that are refused. */
export function keepRefusalsOnLambda({ container }: Pick<Composed, 'container'>): void {
  if (container.isBound(tokens.refusals))
    container.get(refused).startWithoutTimer(() => container.get(tokens.refusals));
}
