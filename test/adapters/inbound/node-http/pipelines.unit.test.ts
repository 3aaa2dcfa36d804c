import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { Pipelines } from '../../../../src/adapters/inbound/node-http/pipelines.ts';

setFlagsFromString('--expose-gc');
const gc: () => void = runInNewContext('gc');

/** A request on a new connection, unanswered. */
function waiting(pipelines: Pipelines): { socket: EventEmitter; response: EventEmitter } {
  const socket = new EventEmitter();
  const response = Object.assign(new EventEmitter(), { req: { socket } });
  pipelines.add(response as unknown as ServerResponse);
  return { socket, response };
}

/** A request that is answered, and its connection, which then closes. */
function passing(pipelines: Pipelines): WeakRef<EventEmitter> {
  const { socket, response } = waiting(pipelines);
  response.emit('close');
  socket.emit('close');
  return new WeakRef(socket);
}

it('keeps nothing of a connection that has closed', async () => {
  const pipelines = new Pipelines();
  const passed = Array.from({ length: 10 }, () => passing(pipelines));
  await turn(); // until then, a WeakRef keeps what it was made with
  gc();
  expect(passed.filter((socket) => socket.deref())).toEqual([]);
  expect(pipelines.size).toBe(0);
});

it('counts a response once that closes after its connection', () => {
  const pipelines = new Pipelines();
  waiting(pipelines);
  const { socket, response } = waiting(pipelines);
  socket.emit('close');
  response.emit('close');
  expect(pipelines.size).toBe(1);
});
