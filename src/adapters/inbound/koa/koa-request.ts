import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { HttpRequest } from '../http/message.ts';
import { Refusal } from '../http/refusal.ts';

export const koaRequest = ({ req, method, path }: Context): HttpRequest => ({
  method,
  path,
  header(name) {
    const value = req.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  },
  body: (limit) => readBody(req, limit),
});

/** What is over the limit is thrown away: see `boundDiscarded`. */
function readBody(req: IncomingMessage, limit: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    if (Number(req.headers['content-length']) > limit) return reject(new Refusal('body-too-large'));
    const chunks: Buffer[] = [];
    let size = 0;
    req.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return chunks.push(chunk);
      chunks.length = 0;
      reject(new Refusal('body-too-large'));
    });
    req.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    req.on('error', () => reject(new Refusal('bad-request'))); // cut short: nobody is left to answer
  });
}
