import type { ServerResponse } from 'node:http';
import type { HttpResponse } from '../http/message.ts';

/** In the turn of its request, whoever else waits on the connection. */
export function writeAnswer(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  if (response.req.method === 'HEAD') response.writeHead(status, headers).end();
  else response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
}
