import { askFor } from './ask-for.ts';
import type { Answer, HttpTarget, SentRequest } from './http-target.ts';
import { type LambdaFunction, startLambda } from './lambda-emulator.ts';
import { type EventShape, eventsOf, lastLineArrives, pathsArriveDecoded } from './lambda-events.ts';
import { functionFolder } from './lambda-runtime.ts';
import { API_KEYS, keys } from './lead-server.ts';

const runtime = await askFor('lambda');

/** For `describe.skipIf(...)`: whether this run has no Lambda runtime. */
export const noLambda = !runtime;

export async function startFunction(env: Record<string, string> = {}): Promise<LambdaFunction> {
  if (!runtime) throw new Error('no Lambda runtime');
  return startLambda(runtime, { API_KEYS, LOG_LEVEL: 'warn', ...env }, functionFolder);
}

/** The built function in AWS's emulator, called with events of one shape, one after another. */
export async function lambdaTarget(
  shape: EventShape,
  { binary = false, env = {} }: { binary?: boolean; env?: Record<string, string> } = {},
): Promise<HttpTarget> {
  const lambda = await startFunction(env);
  return {
    ...keys,
    pathsArriveDecoded: pathsArriveDecoded(shape),
    lastLineArrives: lastLineArrives(shape),
    async send(request: SentRequest): Promise<Answer> {
      return answerOf(await lambda.invoke(eventsOf[shape](request, binary)));
    },
    close: () => lambda.stop(),
  };
}

/** Reads a result as a gateway does. */
export function answerOf(result: unknown): Answer {
  const { statusCode, headers, multiValueHeaders, body } = result as {
    statusCode: number;
    headers?: Record<string, string>;
    multiValueHeaders?: Record<string, string[]>;
    body: string;
  };
  const joined = Object.entries(multiValueHeaders ?? {}).map(([name, values]) => [name, values.join(', ')]);
  return { status: statusCode, headers: headers ?? Object.fromEntries(joined), text: body };
}
