import { readFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { clock, randomBytes } from '../../../../../src/adapters/outbound/runtime/runtime.ts';
import { SqliteErasure } from '../../../../../src/operators/adapters/outbound/sqlite/contacts/sqlite-erasure.ts';
import { leasesIn } from '../../../../../src/operators/adapters/outbound/sqlite/desk/desk-tables.ts';
import { SqliteAuditLog } from '../../../../../src/operators/adapters/outbound/sqlite/desk/sqlite-audit-log.ts';
import { SqliteLeads } from '../../../../../src/operators/adapters/outbound/sqlite/leads/sqlite-leads.ts';
import { SqliteRemains } from '../../../../../src/operators/adapters/outbound/sqlite/remains/sqlite-remains.ts';
import { makeRunRetention } from '../../../../../src/operators/application/leads/retention.ts';
import { dealOf, leadOf } from '../../../../../suites/samples.ts';
import { addLead } from '../../../../support/added-leads.ts';
import { crmIn, freshFile } from '../../../../support/sqlite-file.ts';

const LEADS = 400;

it('leaves no byte of an erased customer in the file or its log, beside a process that had read it', async () => {
  const { file, open, path, close } = freshFile();
  const another = open();
  const [crm, erasure] = [crmIn(file), new SqliteErasure(another)];
  const remains = new SqliteRemains(another, '3:00');
  const retention = makeRunRetention({
    ...{ erasure, remains, leads: new SqliteLeads(another), leases: leasesIn(another) },
    ...{ audit: new SqliteAuditLog(another), clock, randomBytes },
  });
  const keep = async (number: number) => {
    const { clue, phone } = saidBy(number);
    const draft = {
      ...{ firstName: `F${clue}`, lastName: `L${clue}`, email: `e${clue}@example.com`, phone },
      ...{ notes: `N${clue} `.repeat(number % 7 === 0 ? 900 : 3), externalLeadId: `X${clue}` },
    };
    const receivedAt = new Date(number % 3 === 1 ? '2019-07-12' : Date.now());
    const deal = dealOf(draft, { id: `lead-${number}`, receivedAt });
    return (await addLead(crm, deal, { customer: leadOf(draft).customer })).contactId;
  };
  const contactIds = await Promise.all(Array.from({ length: LEADS }, (_, number) => keep(number)));
  const numbers = contactIds.map((_, number) => number);
  const [kept = [], byLead = [], others = []] = [0, 1, 2].map((rest) =>
    numbers.filter((n) => n % 3 === rest),
  );
  const byContact = others.slice(0, 10);
  const at = new Date();
  let isOver = false;
  const reading = (async () => {
    for (; !isOver; await turn()) await file.read((db) => db.one('PRAGMA quick_check')); // all pages
  })();
  await Promise.all(byContact.map((number) => erasure.erase(contactIds[number] ?? '', at)));
  const retired = await retention({ months: 36, openToo: true, by: 'grace' });
  expect(retired.leads).toBe(byLead.length); // more than go at once
  isOver = true;
  await reading;
  await remains.remove({ thoroughly: true });
  expect(await remains.owed()).toBeUndefined();
  await file.write((db) => db.execute('UPDATE deals SET erased = 0; UPDATE contact_keys SET held = 1'));

  const bytes = ['', '-wal'].map((end) => readFileSync(`${path}${end}`, 'latin1').toLowerCase()).join();
  const has = (number: number): boolean => {
    const { clue, phone } = saidBy(number);
    return [clue, phone, [...phone].reverse().join('')].some((text) => bytes.includes(text.toLowerCase()));
  };
  const erased = [...byContact, ...byLead];
  expect(erased.filter(has)).toEqual([]);
  expect(kept.every(has)).toBe(true); // the search finds what is there
  expect(await file.read((db) => db.one('PRAGMA integrity_check'))).toEqual({ integrity_check: 'ok' });
  await close();
});

/** Scattered, so that words arrive in no order and pages are split. */
function saidBy(number: number): { readonly clue: string; readonly phone: string } {
  return {
    clue: `Zq${((number * 7_919) % 100_003).toString(36)}x`,
    phone: String(2_000_000_000 + ((number * 7_654_321) % 8_000_000_000)),
  };
}
