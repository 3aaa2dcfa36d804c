import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect } from 'vitest';
import type { Journal, ServedRequest } from '../../src/application/ports/outbound/journal.ts';
import { keys } from './lead-server.ts';

/** Requests and answers as bytes on a connection. */

/** On a connection that stays open. */
export const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
export const postOn = (extra: string, body: string) =>
  `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: ${keys.key}\r\n${extra}\r\n${body}`;
export const post = (extra: string, body: string) => postOn(`Connection: close\r\n${extra}`, body);

/** The envelope after the headers of a raw answer. */
export function envelopeOf(raw: string): { statusCode: number; body: Record<string, unknown> } {
  const [head = '', body = ''] = raw.split('\r\n\r\n');
  const envelope = JSON.parse(body);
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${envelope.statusCode} `));
  expect(head.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
  return envelope;
}

/** The statuses of several raw answers in a row. */
export const statusesOf = (raw: string): number[] =>
  raw.split(/(?=HTTP\/1\.1 \d)/).map((answer) => envelopeOf(answer).statusCode);

/** Everything that comes back until the connection ends. */
export async function hear(socket: Socket): Promise<string> {
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  await once(socket, 'close');
  return heard;
}

export const recordingJournal = (served: ServedRequest[]): Journal => ({
  served: (request) => void served.push(request),
  fault: () => {},
  warn: () => {},
});
