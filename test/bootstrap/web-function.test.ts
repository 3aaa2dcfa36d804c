import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { validLead } from '../support/http-target.ts';
import { startProgram } from '../support/processes.ts';
import { connectTo } from '../support/socket.ts';

/** As Lambda's Web Functions start the server. */
async function startWebFunction(env: Record<string, string> = {}) {
  const endpoint = `127.0.0.1:${await freePort()}`;
  const settings = { AWS_LAMBDA_HTTP_ENDPOINT: endpoint, API_KEYS: 'acme:sesame', ...env };
  const server = await startProgram('server', settings);
  await server.said('Serving');
  return { ...server, url: `http://${endpoint}` };
}

describe('on Lambda’s Web Functions', () => {
  it('the server listens where Lambda says, and greets nobody', async () => {
    const {
      url,
      written,
      process: child,
      finished,
    } = await startWebFunction({ PORT: '1', HOST: '192.0.2.1' });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(written().out).not.toContain('Send a lead');
    child.kill('SIGTERM');
    expect((await finished).code).toBe(0);
  });

  it('answers what is in flight and ends within the second that Lambda gives, idle connections or not', async () => {
    const { url, process: child, finished } = await startWebFunction();
    const idle = connectTo(url);
    await once(idle, 'connect');
    const body = JSON.stringify(validLead);
    const sending = connectTo(url);
    await once(sending, 'connect');
    sending.write(
      `POST /v1/lead HTTP/1.1\r\nHost: x\r\nx-api-key: sesame\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    const told = performance.now();
    child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    sending.write(body.slice(9));
    const [answer] = await once(sending, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    expect((await finished).code).toBe(0);
    expect(performance.now() - told).toBeLessThan(1_000);
    idle.destroy();
  });

  it.each(['8080', '127.0.0.1', '127.0.0.1:http'])('refuses to start with %s', async (endpoint) => {
    const { code, err } = await (await startProgram('server', { AWS_LAMBDA_HTTP_ENDPOINT: endpoint }))
      .finished;
    expect([code, err]).toEqual([
      1,
      'Fix these settings first:\nAWS_LAMBDA_HTTP_ENDPOINT must look like 127.0.0.1:8080\n',
    ]);
  });
});
