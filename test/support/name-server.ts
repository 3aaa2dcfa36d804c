import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** The answer to a query: one of DNS's own error codes, a server or IPv4 address, or no answer at all. */
export type DnsAnswer =
  | 'SERVFAIL'
  | 'NXDOMAIN'
  | 'silence'
  | { readonly target: string; readonly port: number }
  | { readonly address: string };

const codes = { SERVFAIL: 2, NXDOMAIN: 3 };
const A = 1;
const SRV = 33;

/** A name server on loopback that answers every query in the same way, until `answer` is changed, or as the name says. */
export async function startNameServer(answer: DnsAnswer | ((name: string) => DnsAnswer)) {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const server = { address: '', answer, asked, close: () => socket.close() };
  socket.on('message', (question, { port, address }) => {
    const name = nameIn(question);
    asked.push(name);
    const reply = typeof server.answer === 'function' ? server.answer(name) : server.answer;
    if (reply !== 'silence') socket.send(replyTo(question, reply), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12, length = question[at] ?? 0; length > 0; at += length + 1, length = question[at] ?? 0)
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
  return labels.join('.').toLowerCase();
}

/** The question, followed by the answer (RFC 1035, 4.1). An address that has none of the kind asked for exists all the same. */
function replyTo(question: Buffer, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const end = question.indexOf(0, 12) + 5; // without what a resolver may have added
  const reply = Buffer.from(question.subarray(0, end));
  const record = typeof answer === 'string' ? undefined : recordOf(answer, reply.readUInt16BE(end - 4));
  const code =
    typeof answer === 'string' ? codes[answer] : record || 'address' in answer ? 0 : codes.NXDOMAIN;
  reply.writeUInt16BE(0x8180 | code, 2);
  for (const [n, count] of [1, record ? 1 : 0, 0, 0].entries()) reply.writeUInt16BE(count, 4 + 2 * n);
  return record ? Buffer.concat([reply, record]) : reply;
}

function recordOf(answer: Exclude<DnsAnswer, string>, type: number): Buffer | undefined {
  if ('address' in answer) return type === A ? addressRecord(answer) : undefined;
  return type === SRV ? serverRecord(answer) : undefined;
}

function addressRecord({ address }: { readonly address: string }): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(0xc00c, 0); // the name that was asked for
  record.writeUInt16BE(A, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(3_600, 6); // seconds for which the answer may be kept
  record.writeUInt16BE(4, 10);
  for (const [n, byte] of address.split('.').entries()) record[12 + n] = Number(byte);
  return record;
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
