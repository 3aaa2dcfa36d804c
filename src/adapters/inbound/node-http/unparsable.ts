import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpApi } from '../http/http-api.ts';
import type { HttpErrorReason } from '../http/http-error.ts';
import type { HttpResponse } from '../http/message.ts';
import { cutShort } from './cut-short.ts';
import { writeAnswer } from './write-answer.ts';

/** Answers with the envelope even what never becomes a request: Node would answer without a body, or not at all. */
export function answerUnparsable(server: Server, refuse: HttpApi['refuse']): void {
  const latest = new WeakMap<Duplex, ServerResponse>();
  const refused = new WeakSet<Duplex>();

  /** A complete request before it on the connection gets its own response first: its lead may already be kept. */
  function refuseInTurn(socket: Duplex, reason: HttpErrorReason): void {
    if (refused.has(socket)) return;
    const before = latest.get(socket);
    if (before && !before.req.complete) return void refuseBody(socket, before, reason);
    if (!before || before.closed) return void end(socket, () => refuse(reason));
    refused.add(socket);
    before.once('close', () => socket.writable && end(socket, () => refuse(reason)));
  }

  /** A request whose body will not arrive is answered as that request: the log and the client see only one. */
  function refuseBody(socket: Duplex, response: ServerResponse, reason: HttpErrorReason): void {
    if (response.closed) return void socket.destroy();
    refused.add(socket); // Node reports each further byte as another error
    if (response.headersSent) {
      response.once('close', () => socket.destroy());
      return void cutShort(response.req, reason);
    }
    response.setHeader('connection', 'close');
    if (!cutShort(response.req, reason)) writeAnswer(response, refuse(reason));
  }

  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    latest.set(socket, response);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    refuseInTurn(socket, reasons[error.code ?? ''] ?? 'bad-request');
  });
  server.on('connection', (socket) => {
    // Node reports what is missing when a client has sent its last byte, but not behind a request for an upgrade.
    socket.on('end', () => {
      if (latest.get(socket)?.req.complete === false) refuseInTurn(socket, 'bad-request');
    });
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {}); // Node has taken its own listener off: without one, a reset would end the process
    refuseInTurn(socket, 'bad-request');
  });
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
}

const reasons: Record<string, HttpErrorReason> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

function end(socket: Duplex, refusal: () => HttpResponse): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers, body } = refusal();
  const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
    socket.destroy(),
  );
}
