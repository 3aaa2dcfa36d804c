import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpApi } from '../http/http-api.ts';
import type { HttpErrorReason } from '../http/http-error.ts';
import { type Connections, closeAfter } from './connections.ts';

const reasons: Record<string, HttpErrorReason> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

/** Answers with the envelope even what never becomes a request: Node would answer without a body, or not at all. */
export function answerUnparsable(server: Server, connections: Connections, refuse: HttpApi['refuse']): void {
  function answer(connection: Socket, reason: HttpErrorReason): void {
    const before = connections.unanswered(connection);
    const complete = before.findLast(({ req }) => req.complete);
    if (complete)
      closeAfter(complete); // it is still being answered: that answer comes first, and ends the connection
    else if (before[0]?.headersSent || !connection.writable) connection.destroy();
    else end(connection, reason);
  }

  function end(connection: Socket, reason: HttpErrorReason): void {
    const { status, headers, body } = refuse(reason);
    const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    connection.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      connection.destroy(),
    );
  }

  server.on('clientError', (error: NodeJS.ErrnoException, connection: Socket) => {
    answer(connection, reasons[error.code ?? ''] ?? 'bad-request');
  });
  server.on('request', ({ httpVersion, headers, socket }) => {
    // HTTP/1.0 has no chunks: a proxy may take the end of the request to be elsewhere (RFC 9112, 6.1).
    if (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined) answer(socket, 'bad-request');
  });
  server.on('connect', (_request: IncomingMessage, connection: Socket) => {
    connection.on('error', () => {}); // Node has taken its own listener off: a reset would end the process
    answer(connection, 'bad-request');
  });
  server.on('checkExpectation', (request, response) => void server.emit('request', request, response));
}
