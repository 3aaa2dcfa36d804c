import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { askFor } from '../support/ask-for.ts';
import { freePort } from '../support/free-port.ts';
import { command, copied, dockerfile, healthCheck, imageEnv, makeImage } from '../support/image.ts';
import { freshDatabase, noMongodb } from '../support/mongodb.ts';
import { run } from '../support/processes.ts';
import { succeeds } from '../support/shell.ts';

let image: string;
beforeAll(async () => {
  image = await makeImage((await askFor('built')) ?? '');
}, 120_000);
afterAll(() => rm(image, { recursive: true }));

describe('the image', () => {
  it('runs without writing a file or starting a process, is healthy without its store, and ends on SIGTERM', async () => {
    const [node, program = ''] = command;
    expect([node, healthCheck[0]]).toEqual(['node', 'node']);
    const own = { PORT: `${await freePort()}`, MONGODB_URI: `mongodb://127.0.0.1:${await freePort()}` };
    const env = { ...imageEnv, ...own, LOG_LEVEL: 'silent' };
    const confined = ['--permission', '--allow-fs-read=*', join(image, program)];
    const server = run(process.execPath, confined, env);
    await server.said('/v1/lead/');

    const base = `http://127.0.0.1:${env.PORT}`;
    const page = await (await fetch(`${base}/docs`)).text();
    const files = [...page.matchAll(/(?:href|src)="((?:docs|v1)\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files).toHaveLength(6);
    for (const path of files) expect([path, (await fetch(`${base}/${path}`)).status]).toEqual([path, 200]);
    const check = healthCheck.slice(1);
    expect((await run(process.execPath, check, env).finished).code).toBe(0);
    server.process.kill('SIGTERM');
    expect(await server.finished).toMatchObject({ code: 0, err: '' });
    expect((await run(process.execPath, check, env).finished).code).toBe(1);
  });

  it('has one program, and the list of the packages that are in it', async () => {
    expect((await readdir(image)).toSorted()).toEqual(['leads.cdx.json', 'leads.mjs']);
    const program = await readFile(join(image, 'leads.mjs'), 'utf8');
    expect(program.length).toBeLessThan(4_000_000);
    const list = JSON.parse(await readFile(join(image, 'leads.cdx.json'), 'utf8'));
    const told: string[] = list.components.map((each: Component) => `${each.name} ${each.version}`);
    const licences = program.slice(program.lastIndexOf('\n/*\n'));
    expect(told.filter((each) => !licences.includes(each))).toEqual([]);
    const names = list.components.map(({ name }: Component) => name);
    expect(names).toEqual(expect.arrayContaining(['koa', 'mongodb', 'inversify', 'swagger-ui-dist']));
    for (const tool of ['vitest', 'typescript', 'esbuild', 'node', 'supports-color'])
      expect(names).not.toContain(tool);
  });

  it('listens on every interface', () => {
    expect(imageEnv).toMatchObject({ HOST: '0.0.0.0' });
  });

  it('copies only what .dockerignore lets into its build', async () => {
    const ignore = await readFile('.dockerignore', 'utf8');
    expect(copied).toContain('src');
    expect(copied.filter((path) => !ignore.split('\n').includes(`!${path}`))).toEqual([]);
  });

  it('does not run as root, and has an init', () => {
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    expect(dockerfile).toMatch(/^RUN apk add --no-cache tini$/m);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["\/sbin\/tini", "--"\]$/m);
  });
});

/** Of a CycloneDX list. */
interface Component {
  readonly name: string;
  readonly version: string;
}

describe.skipIf(noMongodb)('tracing, installed as its page says', () => {
  it('has spans of requests and of commands, without anything of a customer', async ({ skip }) => {
    const page = await readFile('docs/observe.md', 'utf8');
    const [, install = '', start = ''] =
      /^ {4}(npm install .+)\n {4}OTEL_EXPORTER_OTLP_ENDPOINT=\S+ node (.+)$/m.exec(page) ?? [];
    const clone = await mkdtemp(join(tmpdir(), 'traced-'));
    onTestFinished(() => rm(clone, { recursive: true }));
    await cp(join((await askFor('built')) ?? '', 'dist'), join(clone, 'dist'), { recursive: true });
    for (const path of ['package.json', 'package-lock.json', 'deploy/package.json', 'deploy/observability'])
      await cp(path, join(clone, path), { recursive: true });
    const less = '--omit=dev --omit=peer --ignore-scripts --prefer-offline --no-audit --no-fund';
    await succeeds(`npm ci ${less} && ${install} ${less}`, clone).catch((error) => {
      if (process.env.CI || !/network|ENOTFOUND|ECONN|EAI_AGAIN|ETIMEDOUT/.test(error.message)) throw error;
      skip(`OpenTelemetry is not to be had here: ${error.message}`);
    });

    const exported: string[] = [];
    const collector = createServer(async (request, response) => {
      exported.push(await text(request));
      response.setHeader('content-type', 'application/json').end('{}');
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const { port } = collector.address() as { port: number };
    const env = {
      ...imageEnv,
      PORT: `${await freePort()}`,
      HOST: '127.0.0.1',
      MONGODB_URI: freshDatabase(),
      API_KEYS: 'acme:sesame',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    };
    const server = run(process.execPath, start.split(' '), env, clone);
    await server.said('/v1/lead/');

    const base = `http://127.0.0.1:${env.PORT}`;
    const traceId = 'aaaabbbbccccddddeeeeffff00001111';
    const send = await fetch(`${base}/v1/lead`, {
      method: 'POST',
      headers: {
        'x-api-key': 'sesame',
        'content-type': 'application/json',
        'user-agent': 'canary-agent',
        traceparent: `00-${traceId}-1111222233334444-01`,
      },
      body: JSON.stringify({
        first_name: 'CanaryName',
        email: 'canary@example.com',
        deal_type: 'sales',
        vendor_name: 'Acme',
        lead_notes: 'canary notes',
      }),
    });
    expect(send.status).toBe(200);
    await fetch(`${base}/v1/lead/canary-path?canary-query`, { headers: { 'x-api-key': 'sesame' } });
    await fetch(`${base}/healthz`);
    await fetch(`${base}/readyz?x`);
    server.process.kill('SIGTERM');
    expect(await server.finished).toMatchObject({ code: 0, err: '' });
    collector.close();

    const spans = exported.flatMap(spansOf);
    const served = spans.filter(({ kind }) => kind === SERVER);
    expect(served.map(({ name }) => name).sort()).toEqual(['GET', 'POST']);
    const ofLead = spans.filter((span) => span.traceId === traceId);
    expect(ofLead.filter(({ kind }) => kind === SERVER)).toHaveLength(1);
    expect(ofLead.map(({ name }) => name)).toContain('insert deals');
    expect(exported.join().toLowerCase()).not.toContain('canary');
    const named = served.flatMap(({ attributes }) => attributes.map(({ key }) => key));
    expect(named.filter((name) => /path|query|user_agent|(client|peer)\.address/.test(name))).toEqual([]);
  }, 600_000); // of which the registry may take most
});

/** The kind of a span that a server made, in OpenTelemetry's protocol. */
const SERVER = 2;

interface Span {
  readonly traceId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string }[];
}

const spansOf = (message: string): Span[] =>
  (JSON.parse(message).resourceSpans ?? []).flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
    resource.scopeSpans.flatMap(({ spans }) => spans),
  );
