import { expect, it, vi } from 'vitest';

interface Options {
  readonly ignoreIncomingRequestHook: (request: { url: string }) => boolean;
  readonly startIncomingSpanHook: () => object;
  readonly dbStatementSerializer: (command: object) => string;
}

/** Stands in for OpenTelemetry, which only those who trace install. */
const { given, Instrumentation } = vi.hoisted(() => {
  const given: Partial<Options> = {};
  class Instrumentation {
    constructor(options: Partial<Options>) {
      Object.assign(given, options);
    }
  }
  return { given, Instrumentation };
});
vi.mock('node:module', () => ({ register() {} }));
vi.mock('@opentelemetry/instrumentation-http', () => ({ HttpInstrumentation: Instrumentation }));
vi.mock('@opentelemetry/instrumentation-mongodb', () => ({ MongoDBInstrumentation: Instrumentation }));
vi.mock('@opentelemetry/sdk-node', () => ({
  NodeSDK: class {
    start() {}
    async shutdown() {}
  },
}));
await import('../../deploy/observability/tracing.mjs');

it('a span has no text of a database command', () => {
  expect(given.dbStatementSerializer?.({ insert: 'contacts', documents: [{ firstName: 'Ada' }] })).toBe('');
  expect(given).toMatchObject({ enhancedDatabaseReporting: false });
});

it('a span has no path, address or user agent', () => {
  const withheld = given.startIncomingSpanHook?.() ?? {};
  for (const name of [
    'url.path',
    'url.query',
    'client.address',
    'network.peer.address',
    'user_agent.original',
  ])
    expect(Object.keys(withheld)).toContain(name);
  expect(Object.values(withheld).filter((value) => value !== undefined)).toEqual([]);
});

it('no health check has a span, and every request of a vendor has one', () => {
  const ignored = (url: string) => given.ignoreIncomingRequestHook?.({ url });
  expect(['/healthz', '/readyz', '/metrics', '/metrics?x'].map(ignored)).toEqual([true, true, true, true]);
  expect(['/v1/lead', '/v1/lead/healthz'].map(ignored)).toEqual([false, false]);
});
