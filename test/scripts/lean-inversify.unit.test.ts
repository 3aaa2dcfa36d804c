import type { Container as Inversify } from 'inversify';
import { afterEach, expect, it, vi } from 'vitest';
import { Container, ContainerModule } from '../../scripts/lean/inversify.ts';
import { LineJournal } from '../../src/adapters/outbound/telemetry/line-journal.ts';
import { readConfig } from '../../src/bootstrap/config.ts';
import { validLead } from '../support/http-target.ts';

afterEach(() => {
  vi.doUnmock('inversify');
  vi.resetModules();
});

/** The service as the function composes it, with Inversify or with what stands in for it in the bundle. */
async function composed(by: string, env: Record<string, string> = {}) {
  vi.resetModules();
  if (by === 'the stand-in') vi.doMock('inversify', () => import('../../scripts/lean/inversify.ts'));
  const { compose } = await import('../../src/bootstrap/compose.ts');
  const { storeModule } = await import('../../src/bootstrap/store.ts');
  const { tokens } = await import('../../src/bootstrap/tokens.ts');
  const config = await readConfig({ API_KEYS: 'acme:key-of-acme', ...env }, () => true);
  const store = await storeModule(config);
  const container = await compose(config, { store, journal: new LineJournal('silent') });
  return { container: container as Pick<Inversify, 'get'>, tokens };
}

/** Two values for each token, as text: what it is, and whether both are one. */
async function everyToken(by: string, env: Record<string, string>): Promise<Record<string, string>> {
  const { container, tokens } = await composed(by, env);
  const got = Object.entries(tokens).map(([name, token]) => {
    try {
      const [first, second] = [container.get<unknown>(token), container.get<unknown>(token)];
      const kind = typeof first === 'object' ? first?.constructor.name : typeof first;
      return [name, `${kind}, ${first === second ? 'one' : 'several'}`];
    } catch (error) {
      expect(String(error)).toMatch(/No bindings found|Nothing is bound/);
      return [name, 'not bound'];
    }
  });
  return Object.fromEntries(got);
}

it.each<[string, Record<string, string>, string]>([
  ['in memory', { RATE_LIMIT_PER_MINUTE: '9' }, 'InMemoryCrm, one'],
  ['on MongoDB', { MONGODB_URI: 'mongodb://127.0.0.1:1/leads', APP_ENV: 'production' }, 'MongoCrm, one'],
])('the stand-in for Inversify composes the same as Inversify: %s', async (_where, env, crm) => {
  const byInversify = await everyToken('Inversify', env);
  expect(byInversify.crm).toBe(crm);
  expect(await everyToken('the stand-in', env)).toEqual(byInversify);
});

it.each(['Inversify', 'the stand-in'])('what %s has composed keeps a lead', async (by) => {
  const { container, tokens } = await composed(by);
  const api = container.get(tokens.httpApi);
  const headers: Record<string, string> = { 'x-api-key': 'key-of-acme' };
  const request = {
    header: (name: string) => headers[name],
    body: async () => Buffer.from(JSON.stringify(validLead)),
  };
  const created = await api.handle({ ...request, method: 'POST', path: '/v1/lead' });
  const { leadId } = JSON.parse(created.body).body;
  const read = await api.handle({ ...request, method: 'GET', path: `/v1/lead/${leadId}` });
  expect([created.status, JSON.parse(read.body).body]).toEqual([200, { leadId, status: 'In Progress' }]);
});

it('the stand-in refuses what it does not know: a token bound twice, and a value to be made each time', () => {
  const token = Symbol('token');
  const twice = new ContainerModule(
    ({ bind }) => void [bind(token).toConstantValue(1), bind(token).toConstantValue(2)],
  );
  expect(() => new Container().load(twice)).toThrow('Symbol(token) is bound twice');
  const container = new Container();
  container.load(new ContainerModule(({ bind }) => void bind(token).toDynamicValue(() => 1)));
  expect(() => container.get(token)).toThrow('Nothing is bound to Symbol(token)');
});

it('the stand-in names a token to which nothing is bound', async () => {
  const { container, tokens } = await composed('the stand-in');
  expect(() => container.get(tokens.mongoConnection)).toThrow('Nothing is bound to Symbol(mongoConnection)');
});
