import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindRules, sourceKinds } from '../../../../src/domain/sources/source-kinds.ts';
import { MongoManagedSources } from '../../../../src/operators/adapters/outbound/mongodb/sources/mongo-managed-sources.ts';
import { essence, type HttpTarget } from '../../../support/http-target.ts';
import { koaTarget } from '../../../support/koa-target.ts';
import { lambdaTarget, noLambda } from '../../../support/lambda-target.ts';
import { connectTo } from '../../../support/mongo-store.ts';
import { freshDatabase, noMongodb } from '../../../support/mongodb.ts';
import { bytesOf, contentTypeOf, kindOf } from '../../../support/source-samples.ts';
import { SECRET, someSource } from '../../../support/sources.ts';
import { forms } from './forms.ts';
import { mails } from './mail/mails.ts';
import { samples } from './samples.ts';

/** Each on a database of its own, with the same sources. */
async function withSources(start: (MONGODB_URI: string) => Promise<HttpTarget>): Promise<HttpTarget> {
  const uri = freshDatabase();
  const connection = connectTo(uri);
  const sources = new MongoManagedSources(connection);
  for (const kind of sourceKinds) await sources.addSource(someSource(kind));
  await connection.close();
  return start(uri);
}

describe.skipIf(noLambda || noMongodb)('each sample', { timeout: 300_000 }, () => {
  let targets: readonly HttpTarget[];
  beforeAll(async () => {
    targets = [
      await withSources((MONGODB_URI) => koaTarget({ MONGODB_URI })),
      await withSources((MONGODB_URI) =>
        lambdaTarget('HTTP API (2.0)', { binary: true, env: { MONGODB_URI } }),
      ),
    ];
  }, 120_000);
  afterAll(() => Promise.all(targets?.map((target) => target.close()) ?? []));

  it('is answered alike by Koa and by AWS’s emulator, with the secret in the header or the address', async () => {
    for (const { file } of samples.filter(({ file }) => !kindRules[kindOf(file)].isPublic)) {
      const [path, key] = [`/in/src_${kindOf(file)}`, `?key=${SECRET}`];
      const body = bytesOf(file);
      const headers = { 'content-type': contentTypeOf(file) };
      for (const sent of [
        { path, headers: { ...headers, 'x-api-key': SECRET } },
        { path: path + key, headers },
        { path, headers },
      ]) {
        const answers = await Promise.all(
          targets.map((target) => target.send({ method: 'POST', body, ...sent })),
        );
        const [koa, lambda] = answers.map((answer) => ({ ...essence(answer), requestId: undefined }));
        expect([file, lambda]).toEqual([file, koa]);
      }
    }
  });

  it('by mail, as each program writes it', async () => {
    const headers = { 'content-type': 'message/rfc822', 'x-api-key': SECRET };
    for (const [sender, what, body] of mails) {
      const sent = { method: 'POST', path: '/in/src_adf', headers, body };
      const answers = await Promise.all(targets.map((target) => target.send(sent)));
      const [koa, lambda] = answers.map((answer) => ({ ...essence(answer), requestId: undefined }));
      expect([sender, what, koa?.status]).toEqual([sender, what, 200]);
      expect([sender, what, lambda]).toEqual([sender, what, koa]);
    }
  });

  it('of each documented form, and of a page that asks first', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = forms.map(({ sent }) => ({ method: 'POST', headers, body: `${new URLSearchParams(sent)}` }));
    const asks = { method: 'OPTIONS', headers: { 'access-control-request-headers': 'hx-request' }, body: '' };
    for (const request of [...sent, asks]) {
      const answers = await Promise.all(
        targets.map((target) => target.send({ path: '/in/src_form', ...request })),
      );
      const [koa, lambda] = answers.map((answer) => ({ ...essence(answer), requestId: undefined }));
      expect([request.body, lambda]).toEqual([request.body, koa]);
    }
  });

  it('of a form, too', async () => {
    for (const { file } of samples.filter(({ file }) => kindOf(file) === 'form'))
      for (const accept of ['text/html', '*/*']) {
        const headers = { 'content-type': contentTypeOf(file), accept };
        const sent = { method: 'POST', path: '/in/src_form', headers, body: bytesOf(file) };
        const answers = await Promise.all(targets.map((target) => target.send(sent)));
        const [koa, lambda] = answers.map((answer) => ({ ...essence(answer), requestId: undefined }));
        expect([file, lambda]).toEqual([file, koa]);
      }
  });
});
