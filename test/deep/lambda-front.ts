import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundleForLambda } from '../../scripts/bundle-for-lambda.ts';
import { startLambda } from '../support/lambda-emulator.ts';
import { eventsOf } from '../support/lambda-events.ts';
import { findLambdaRuntime, functionFolder } from '../support/lambda-runtime.ts';

interface Result {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

/** The built function in AWS's emulator, behind HTTP on loopback: every request becomes an event of an HTTP API. */
export async function startLambdaFront(env: Record<string, string>) {
  const runtime = await findLambdaRuntime();
  if (!runtime) throw new Error("no emulator of AWS's");
  await bundleForLambda(functionFolder);
  const lambda = await startLambda(runtime, env, functionFolder);

  const server = createServer(async (request, response) => {
    const event = eventsOf['HTTP API (2.0)'](await sentBy(request));
    const answer = lambda.invoke(event) as Promise<Result>;
    const { statusCode, headers, body } = await answer.catch(badGateway);
    response.writeHead(statusCode, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await lambda.stop();
    },
  };
}

/** As a gateway passes it on: headers with the same name joined, text as text and anything else in base64. */
async function sentBy(request: IncomingMessage) {
  const body = Buffer.concat(await request.toArray());
  const headers = Object.entries(request.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(','),
  ]);
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: Object.fromEntries(headers),
    ...(body.length > 0 && { body: isUtf8(body) ? body.toString() : body }),
  };
}

const badGateway = (): Result => ({ statusCode: 502, headers: {}, body: '' });
