import { expect, it, vi } from 'vitest';
import { createHttpApi } from '../../src/library/http.ts';
import { InMemoryCrm, StaticKeys } from '../../src/library/in-memory.ts';
import { createLeadService, type LeadServicePorts } from '../../src/library/index.ts';

it('creating a service without a CRM fails at once, not with the first lead', () => {
  const crm = new InMemoryCrm();
  for (const ports of [{}, crm]) {
    expect(() => createLeadService(ports as LeadServicePorts)).toThrow(/^createLeadService needs a CRM/);
  }
});

it('without a journal, faults go to standard error, but their messages do not', async () => {
  const crm = new InMemoryCrm();
  crm.statusOf = () => Promise.reject(new Error('sesame'));
  const api = createHttpApi(createLeadService({ crm, keys: StaticKeys.parse('acme:key') }));
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const answer = await api.handle({
      method: 'GET',
      path: '/v1/lead/1',
      header: (name) => (name === 'x-api-key' ? 'key' : undefined),
      body: async () => new Uint8Array(),
    });
    expect(answer.status).toBe(500);
    expect(written.mock.calls.join()).toMatch(/"error":"Error","at":\["at .*"msg":"fault"/);
    expect(written.mock.calls.join()).not.toMatch(/sesame|"served"/);
  } finally {
    written.mockRestore();
  }
});
