import { connect } from 'node:net';

/** Requests as bytes, as senders, proxies and strangers put them on a connection. */

export const KEY = 'sesame';

const lead = {
  first_name: 'Ada',
  email: 'ada@example.com',
  deal_type: 'sales',
  vendor_name: 'Acme',
  lead_notes: 'Call back.',
};
const other = { ...lead, first_name: 'Grace' };
const host = 'Host: leads.example.com';
const key = `x-api-key: ${KEY}`;
const json = 'Content-Type: application/json';

const ask = (line: string, ...headers: string[]): string[] => [`${line} HTTP/1.1`, host, ...headers];
const get = (path: string, ...headers: string[]) => ({ head: ask(`GET ${path}`, key, ...headers) });
const post = (body: string | Buffer, ...headers: string[]) => {
  const bytes = Buffer.from(body as string);
  const length = `Content-Length: ${bytes.length}`;
  return { head: ask('POST /v1/lead', key, length, ...(headers.length > 0 ? headers : [json])), body: bytes };
};
const text = JSON.stringify(lead);
const chunk = `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
const chunked = 'Transfer-Encoding: chunked';

export interface Sent {
  readonly head: readonly string[];
  readonly body?: Buffer;
}

/** The requests by name. `id`: of a lead that is there. */
export const requests = (id: string): Readonly<Record<string, Sent>> => ({
  'a lead': post(text),
  'a lead with a key of its own': post(text, json, 'Idempotency-Key: a-1'),
  'the same once more': post(text, json, 'Idempotency-Key: a-1'),
  'its key for another lead': post(JSON.stringify(other), json, 'Idempotency-Key: a-1'),
  'two Idempotency-Key lines': post(text, json, 'Idempotency-Key: b-1', 'Idempotency-Key: b-2'),
  'a status': get(`/v1/lead/${id}`),
  'a status with a query': get(`/v1/lead/${id}?a=b+c&a=d`),
  'a status that nobody has': get('/v1/lead/none'),
  'no first name': post(JSON.stringify({ ...lead, first_name: ' ' })),
  'no JSON': post('{"first_name":'),
  'a list': post('[]'),
  nothing: post(''),
  'a wrong key': { head: ask('GET /v1/lead/x', 'x-api-key: wrong') },
  'no key': { head: ask('GET /v1/lead/x') },
  'two keys': { head: ask('GET /v1/lead/x', 'x-api-key: wrong', key) },
  'the key in capitals': { head: ask(`GET /v1/lead/${id}`, `X-API-KEY: ${KEY}`) },
  'a byte order mark': post(`\ufeff${text}`),
  'bytes that are no UTF-8': post(Buffer.from(text.replace('Ada', 'Ren\u00e9'), 'latin1')),
  'a name beyond ASCII': post(text.replace('Ada', 'Zo\u00eb \u5f20')),
  gzip: post(text, json, 'Content-Encoding: gzip'),
  'plain text': post(text, 'Content-Type: text/plain'),
  'no type': post(text, 'Accept: */*'),
  'two types': post(text, json, 'Content-Type: text/plain'),
  'a slash in an id': get('/v1/lead/a%2Fb'),
  'a blank in an id': get('/v1/lead/a%20b'),
  'a broken escape': get('/v1/lead/%zz'),
  'two dots': get(`/v1/x/../lead/${id}`),
  'two slashes': get(`/v1//lead/${id}`),
  'a slash at the end': get(`/v1/lead/${id}/`),
  'HEAD of health': { head: ask('HEAD /healthz') },
  'HEAD of a status': { head: ask(`HEAD /v1/lead/${id}`, key) },
  OPTIONS: { head: ask('OPTIONS /v1/lead', key) },
  PROPFIND: { head: ask('PROPFIND /v1/lead', key) },
  DELETE: { head: ask('DELETE /v1/lead', key) },
  chunks: { head: ask('POST /v1/lead', key, json, chunked), body: Buffer.from(chunk) },
  'Expect: 100-continue': post(text, json, 'Expect: 100-continue'),
  'notes of 300 kB': post(JSON.stringify({ ...lead, lead_notes: 'x'.repeat(300_000) })),
  'HTTP/1.0 without Host': { head: ['GET /healthz HTTP/1.0'] },
  'a whole address': { head: ask('GET http://other.example/healthz') },
});

/** Sends a request and resolves to the answer's status, with the error that the envelope names, if there is one. */
export async function answerOf(port: number, { head, body }: Sent): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(5_000, () => socket.destroy());
  socket.on('error', () => {});
  socket.write(`${[...head, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  if (body) socket.write(body);
  let heard = '';
  try {
    for await (const part of socket) heard += part;
  } catch {} // cut off: what came counts
  const [, status = 'no answer'] = /^(?:HTTP\/1\.1 1\d\d.*?\r\n\r\n)*HTTP\/1\.\d (\d{3})/s.exec(heard) ?? [];
  const [, error] = /"error":"([^"]*)"/.exec(heard) ?? [];
  return error ? `${status} ${error}` : status;
}
