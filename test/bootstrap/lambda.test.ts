import { readFileSync } from 'node:fs';
import { SourceMap, type SourceOrigin } from 'node:module';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { validLead } from '../support/http-target.ts';
import type { LambdaFunction } from '../support/lambda-emulator.ts';
import { eventsOf } from '../support/lambda-events.ts';
import { functionFolder } from '../support/lambda-runtime.ts';
import { noLambda, startFunction } from '../support/lambda-target.ts';
import { keys } from '../support/lead-server.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { noMongod, startSet } from '../support/own-mongod.ts';
import type { ReplicaSet } from '../support/replica-set.ts';

let lambda: LambdaFunction | undefined;
afterEach(() => lambda?.stop());

const createLead = eventsOf['HTTP API (2.0)']({
  method: 'POST',
  path: '/v1/lead',
  headers: { 'x-api-key': keys.key },
  body: JSON.stringify(validLead),
});

async function statusOf(): Promise<number | undefined> {
  const answer = (await lambda?.invoke(createLead)) as { statusCode: number } | undefined;
  return answer?.statusCode;
}

describe.skipIf(noLambda)('the function', () => {
  it('warns at each cold start without a database, whatever LOG_LEVEL is', async () => {
    lambda = await startFunction({ LOG_LEVEL: 'error' });
    expect(await statusOf()).toBe(200);
    expect(lambda.log()).toContain('MONGODB_URI is not set');
  });

  it('reports every mistake in its settings at once', async () => {
    lambda = await startFunction({ APP_ENV: 'production', LAMBDA_PATH_PREFIX: 'prod' });
    await expect(statusOf()).rejects.toThrow();
    expect(lambda.log()).toContain('LAMBDA_PATH_PREFIX must look like /prod');
    expect(lambda.log()).toContain('is required with APP_ENV=production');
  });

  it('refuses a file', async () => {
    lambda = await startFunction({ DATA_FILE: 'leads.db' });
    await expect(statusOf()).rejects.toThrow();
    expect(lambda.log()).toContain('DATA_FILE cannot be a file on Lambda, which runs several instances');
  });

  it('refuses a connection string in the same words as the server, without quoting it', async () => {
    lambda = await startFunction({ MONGODB_URI: 'mongodb://127.0.0.1/?misspelt=secret' });
    await expect(statusOf()).rejects.toThrow();
    expect(lambda.log()).toContain(
      'MONGODB_URI has options that MongoDB’s driver does not accept: check the name and value of misspelt',
    );
    expect(lambda.log()).not.toContain('secret');
  });

  it('answers behind the prefix in its settings', async () => {
    lambda = await startFunction({ LAMBDA_PATH_PREFIX: '/prod' });
    const event = eventsOf['REST API']({ method: 'GET', path: '/prod/healthz' });
    expect(await lambda.invoke(event)).toMatchObject({ statusCode: 200 });
  });

  it('limits requests, and describes the API', async () => {
    lambda = await startFunction({ RATE_LIMIT_PER_MINUTE: '1' });
    expect([await statusOf(), await statusOf()]).toEqual([200, 429]);
    const event = eventsOf['REST API']({ method: 'GET', path: '/v1/openapi.json' });
    const { body } = (await lambda.invoke(event)) as { body: string };
    expect(JSON.parse(body)).toEqual(JSON.parse(readFileSync('docs/openapi.json', 'utf8')));
  });

  it('fails for an event that is not HTTP, and keeps working', async () => {
    lambda = await startFunction();
    await expect(lambda.invoke({ Records: [] })).rejects.toThrow('API Gateway');
    expect(await statusOf()).toBe(200);
  });
});

describe.skipIf(noLambda)('the source map of the function', () => {
  it('leads from a position in the log to the sources', async () => {
    lambda = await startFunction();
    await expect(lambda.invoke({})).rejects.toThrow('none of these');
    const [, file, line, column] = /((?:index|chunk-\w+)\.mjs):(\d+):(\d+)/.exec(lambda.log()) ?? [];
    const map = new SourceMap(JSON.parse(readFileSync(`${functionFolder}.maps/${file}.map`, 'utf8')));
    const found = map.findOrigin(Number(line), Number(column)) as SourceOrigin;
    const source = readFileSync(found.fileName.replace(/^(?:\.\.\/)+/, ''), 'utf8').split('\n');
    expect(source[found.lineNumber - 1]?.slice(found.columnNumber - 1)).toMatch(/^new TypeError\(/);
  });
});

describe.skipIf(noLambda || noMongod)('the function on a database that goes down and comes back', () => {
  let set: ReplicaSet;
  beforeAll(async () => {
    set = await startSet([{}]);
  });
  afterAll(() => set?.stop());

  it('answers 503 from the first event on while it cannot be reached, and recovers by itself', async () => {
    await set.nodes[0]?.kill();
    lambda = await startFunction({ MONGODB_URI: set.uri });
    expect(await statusOf()).toBe(503);
    await set.nodes[0]?.start();
    await expect.poll(statusOf, { interval: 200 }).toBe(200);
  });

  it('waits for an election after the primary crashed, and then finds the new one', async () => {
    const three = await startSet([{}, {}, {}]);
    onTestFinished(() => three.stop());
    lambda = await startFunction({ MONGODB_URI: three.uri });
    expect(await statusOf()).toBe(200);
    await (await three.primary()).kill();
    await three.primary();
    await expect.poll(statusOf, { timeout: 3_000, interval: 200 }).toBe(200);
  });

  it('keeps one connection for leads, and one to monitor the server', async () => {
    lambda = await startFunction({ MONGODB_URI: set.uri });
    expect(await statusOf()).toBe(200);
    const admin = await new MongoClient(set.uri).connect();
    const open = admin
      .db('admin')
      .aggregate([
        { $currentOp: { allUsers: true, idleConnections: true } },
        { $match: { appName: 'partner-lead-service' } },
      ]);
    expect(new Set((await open.toArray()).map(({ connectionId }) => connectionId)).size).toBe(2);
    await admin.close();
  });

  it('fails no request after a connection died while the function was frozen', async () => {
    lambda = await startFunction({ MONGODB_URI: set.uri });
    expect(await statusOf()).toBe(200);
    for (let round = 0; round < 3; round += 1) {
      lambda.freeze();
      await set.nodes[0]?.kill();
      await set.nodes[0]?.start();
      await set.primary();
      lambda.thaw();
      expect(await statusOf()).toBe(200); // it learns of the lost connection and of the event at the same time
    }
  });
});

describe.skipIf(noLambda || noMongodb)('the function signs in to its database', () => {
  it('with a password that has to be prepared (RFC 4013), and with no other', async () => {
    const uri = freshDatabase();
    const client = new MongoClient(uri);
    await client.db().command({
      createUser: 'function',
      pwd: 'Zürich\u00a0Ⅸ', // prepared: `Zürich IX`
      roles: ['readWrite'],
      mechanisms: ['SCRAM-SHA-256'],
    });
    await client.close();
    const signedIn = (password: string) =>
      uri
        .replace('://', `://function:${encodeURIComponent(password)}@`)
        .replace('?', '?authMechanism=SCRAM-SHA-256&');
    for (const same of ['Zürich\u00a0Ⅸ', 'Zürich IX']) {
      lambda = await startFunction({ MONGODB_URI: signedIn(same) });
      expect(await statusOf()).toBe(200);
      await lambda.stop();
    }
    lambda = await startFunction({ MONGODB_URI: signedIn('Zürich IX!') });
    expect(await statusOf()).toBeGreaterThanOrEqual(500);
  });
});
