import { Agent, request as httpRequest, type OutgoingHttpHeaders } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { Answer, SentRequest } from './http-target.ts';

export function connectTo(url: string, { allowHalfOpen = false } = {}): Socket {
  const { hostname, port } = new URL(url);
  return connect({ host: hostname, port: Number(port), allowHalfOpen });
}

/** Sends requests as given: unlike `fetch`, it changes neither the path nor the headers. */
export function sender(url: string): { send(request: SentRequest): Promise<Answer>; close(): void } {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve, reject) => {
        const request = httpRequest(
          { agent, hostname, port, method, path, headers: headers as OutgoingHttpHeaders },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk) => chunks.push(chunk));
            response.on('end', () => {
              const names = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
              resolve({
                status: response.statusCode ?? 0,
                headers: Object.fromEntries(names),
                text: Buffer.concat(chunks).toString(),
              });
            });
          },
        );
        request.on('error', reject);
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}

/**
 * Writes the text to a new connection, and resolves with everything that came back until the server closed it.
 * `halfClose`: also says that nothing more will be written. `afterwards`: what to write once something came back.
 */
export function speakRaw(
  url: string,
  text: string | Uint8Array,
  { halfClose = false, afterwards = '' } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connectTo(url);
    socket.on('connect', () => (halfClose ? socket.end(text) : socket.write(text)));
    let heard = '';
    socket.on('data', (chunk) => {
      if (heard === '' && afterwards) socket.write(afterwards);
      heard += chunk.toString();
    });
    socket.on('close', () => resolve(heard));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve(heard) : reject(error),
    );
  });
}
