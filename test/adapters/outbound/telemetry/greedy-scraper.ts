import { connect } from 'node:net';

/** Asks for the metrics as fast as it can: on 20 connections, each full of requests, and again whenever one is closed. */
const [, , url = '', reads] = process.argv;
const { hostname, port } = new URL(url);
const requests = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(5_000);

function ask(): void {
  const socket = connect(Number(port), hostname);
  const fill = () => {
    while (socket.writable && socket.write(requests));
  };
  socket.on('connect', fill).on('drain', fill);
  socket.on('error', () => {}).on('close', () => setTimeout(ask, 10));
  if (reads === 'reads') socket.resume();
  else socket.pause();
}
for (let connections = 0; connections < 20; connections++) ask();
console.log('asking');
