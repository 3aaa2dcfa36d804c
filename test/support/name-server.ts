import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The answer to a query: one of DNS's own error codes, the address of a server, or no answer at all. */
export type DnsAnswer =
  | 'SERVFAIL'
  | 'NXDOMAIN'
  | 'silence'
  | { readonly target: string; readonly port: number };

const codes = { SERVFAIL: 2, NXDOMAIN: 3 };
const SRV = 33;

/** A name server on loopback that answers every query in the same way, until `answer` is changed. */
export async function startNameServer(answer: DnsAnswer) {
  const socket = createSocket('udp4');
  const server = { address: '', answer, close: () => socket.close() };
  socket.on('message', (question, { port, address }) => {
    if (server.answer === 'silence') return;
    socket.send(replyTo(question, server.answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

/** The question, followed by the answer (RFC 1035, 4.1). */
function replyTo(question: Buffer, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const end = question.indexOf(0, 12) + 5; // without what a resolver may have added
  const reply = Buffer.from(question.subarray(0, end));
  const found = typeof answer === 'object' && reply.readUInt16BE(end - 4) === SRV;
  reply.writeUInt16BE(
    0x8180 | (typeof answer === 'object' ? (found ? 0 : codes.NXDOMAIN) : codes[answer]),
    2,
  );
  for (const [n, count] of [1, found ? 1 : 0, 0, 0].entries()) reply.writeUInt16BE(count, 4 + 2 * n);
  return found ? Buffer.concat([reply, serverRecord(answer)]) : reply;
}

function serverRecord({ target, port }: { readonly target: string; readonly port: number }): Buffer {
  const name = Buffer.concat(
    [...target.split('.'), ''].map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
  );
  const record = Buffer.alloc(18);
  record.writeUInt16BE(0xc00c, 0); // the name that was asked for
  record.writeUInt16BE(SRV, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(6 + name.length, 10);
  record.writeUInt16BE(port, 16);
  return Buffer.concat([record, name]);
}
