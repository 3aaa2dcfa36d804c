import { expect, it } from 'vitest';
import { newLeadId, sha256 } from '../../src/adapters/outbound/runtime/runtime.ts';
import { SqliteSources } from '../../src/adapters/outbound/sqlite/sqlite-sources.ts';
import { tellNobody } from '../../src/application/ports/outbound/announce-lead.ts';
import { makeReceiveFromSource } from '../../src/application/receive-source.ts';
import { makeSubmitLead } from '../../src/application/submit-lead.ts';
import { SqliteManagedSources } from '../../src/operators/adapters/outbound/sqlite/sources/sqlite-managed-sources.ts';
import { someSource } from '../support/sources.ts';
import { crmIn, inMemory } from '../support/sqlite-file.ts';

const lead = { fields: { firstName: 'Ada', email: 'ada@example.com' }, document: 'this one' };

/** Receives one lead. Resolves to what is kept of it as it came. */
async function received({ keepsAsItCame = true, ...sent }: object & { keepsAsItCame?: boolean }) {
  const file = inMemory();
  const [crm, clock] = [crmIn(file), () => new Date(1_000)];
  const receive = makeReceiveFromSource({
    ...{ sources: new SqliteSources(file), announceHeld: async () => {}, crm, digest: sha256, clock },
    ...{ submitLead: makeSubmitLead({ crm, newLeadId, clock, digest: sha256, announce: tellNobody }) },
    keepsAsItCame,
  });
  const receipt = await receive({ source: someSource('adf'), lead, text: 'all of it', ...sent });
  return new SqliteManagedSources(file).asItCame('leadId' in receipt ? receipt.leadId : '');
}

const came = { sourceId: 'src_adf', at: new Date(1_000) };

it.each([
  ['as it came', { declared: 'text/xml' }, { text: 'all of it', declared: 'text/xml' }],
  ['as people read it', { lead: { ...lead, readable: 'decoded' } }, { text: 'decoded' }],
  ['its own part alone, if others came with it', { isOneOfSeveral: true }, { text: 'this one' }],
  ['without secrets', { text: 'key=lead_source_0aZ9;' }, { text: 'key=lead_source_…;' }],
  [
    'up to 128 KiB',
    { text: `${'x'.repeat(131_071)}👋` },
    { text: `${'x'.repeat(131_071)}\ufffd`, cut: true },
  ],
])('a lead of a source keeps what was sent: %s', async (_how, sent, kept) => {
  expect(await received(sent)).toEqual({ ...came, ...kept });
});

it('a lead of a source keeps nothing of what was sent, if that is the setting', async () => {
  expect(await received({ keepsAsItCame: false })).toBeUndefined();
});
