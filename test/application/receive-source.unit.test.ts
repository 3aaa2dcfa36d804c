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

function receiving(file = inMemory(), { keepsAsItCame = true, clock = () => new Date(1_000) } = {}) {
  const crm = crmIn(file);
  const receive = makeReceiveFromSource({
    ...{ sources: new SqliteSources(file), announceHeld: async () => {}, crm, digest: sha256, clock },
    ...{ submitLead: makeSubmitLead({ crm, newLeadId, clock, digest: sha256, announce: tellNobody }) },
    keepsAsItCame,
  });
  return (sent: object) => receive({ source: someSource('adf'), lead, text: 'all of it', ...sent });
}

/** Receives one lead. Resolves to what is kept of it as it came. */
async function received({ keepsAsItCame = true, ...sent }: object & { keepsAsItCame?: boolean }) {
  const file = inMemory();
  const receipt = await receiving(file, { keepsAsItCame })(sent);
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

it('an id that is the same in each lead makes a lead of each date, and of each text a month later', async () => {
  const clock = { now: Date.UTC(2026, 0, 5) };
  const receive = receiving(inMemory(), { clock: () => new Date(clock.now) });
  const send = async (notes: string, requested?: string) => {
    const sent = { ...lead, senderId: 'uniqueLeadId', fields: { ...lead.fields, notes }, requested };
    const receipt = await receive({ lead: sent });
    return 'leadId' in receipt ? receipt.leadId : receipt.why;
  };
  const first = await send('Pilot');
  const dated = await send('Pilot', '2026-01-05T10:00');
  expect(dated).not.toBe(first);
  expect([await send('Pilot'), await send('Pilot', '2026-01-05T10:00'), await send('Civic')]).toEqual([
    first,
    dated,
    'sent-again',
  ]);
  clock.now += 30 * 86_400_000;
  const later = await send('Civic');
  expect([first, dated, 'sent-again']).not.toContain(later);
  expect([await send('Pilot'), await send('Civic'), await send('Civic', '2026-01-05T10:00')]).toEqual([
    first,
    later,
    expect.stringMatching(/^[\da-f-]{36}$/),
  ]);
});
