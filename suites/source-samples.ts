import type { HeldLead } from '../src/domain/sources/held-lead.ts';
import type { Source } from '../src/domain/sources/source.ts';

/** A source of kind `form` with every field set, and with secrets besides. */
export const wholeSource = (more: Partial<Source> = {}): Source => ({
  id: 'src_whole',
  kind: 'form',
  vendorId: 'ven_1',
  vendorName: 'Blue Motors',
  dealType: 'service',
  name: 'Blue Motors online',
  thanks: 'https://www.example.com/thanks',
  origins: ['https://www.example.com', 'https://shop.example.com'],
  fields: { 'your-email': 'email', 'lead[phone].x': 'phone', $set: 'notes', fullName: 'name' },
  trap: 'url',
  secrets: [
    { digest: 'a'.repeat(64), hint: 'lead_source_abcd', created: new Date(1_000), expires: new Date(9_000) },
    {
      digest: 'b'.repeat(64),
      hint: 'lead_source_efgh',
      sealed: 'c'.repeat(40),
      created: new Date(2_000),
      expires: undefined,
    },
  ],
  signed: 'typeform',
  created: new Date(1_000),
  tested: new Date(3_000),
  ...more,
});

/** A held lead. */
export const someHeld = (more: Partial<HeldLead> = {}): HeldLead => ({
  id: 'held_1',
  key: 'src_whole:1',
  sourceId: 'src_whole',
  vendorId: 'ven_1',
  at: new Date('2026-11-01T08:00:00Z'),
  why: 'invalid-lead',
  problems: [{ field: 'phone', reason: 'invalid-phone' }],
  text: 'name: Ada\r\nphone: 12 é 👋',
  fields: {
    firstName: 'Ada',
    phone: '12',
    dealType: 'sales',
    vendorName: 'Blue Motors',
    notes: 'No comment.',
  },
  readFrom: [{ field: 'firstName', place: 'name' }, { place: 'question' }],
  identities: ['e:ada@example.com', 'p:5550102030'],
  ...more,
});
