import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '../http/message.ts';

/** The response is sent in the order of the requests on the connection, whoever else is waiting there. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  if (response.req.method === 'HEAD') response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
