import type { Announcement, Try } from '#operators/application/events/ports/deliveries.ts';
import type { Shelf, ShelvedDelivery } from '#operators/application/ports/outbound/shelves.ts';
import type { AnyEvent } from '#operators/domain/events/lead-event.ts';
import { allDevices } from '#operators/domain/events/subscription.ts';
import type { DataFile } from '../../../../../adapters/outbound/sqlite/connection/data-file.ts';
import type { Database } from '../../../../../adapters/outbound/sqlite/connection/database.ts';
import { fromText, toText } from '../tables/as-text.ts';
import { tableShelf } from '../tables/table-shelf.ts';

/** An event for one hook, with its tries. Nothing in them is personal, except perhaps receivers' answers. */
export const deliveryTables = `
  CREATE TABLE deliveries (
    number INTEGER PRIMARY KEY,
    hook_id TEXT NOT NULL,
    event_id TEXT NOT NULL,
    event TEXT NOT NULL,
    event_at INTEGER NOT NULL,
    lead_id TEXT,
    due INTEGER, -- until it was delivered or given up
    lease TEXT,
    tries TEXT NOT NULL,
    tries_before INTEGER NOT NULL, -- the last replay
    tried_at INTEGER,
    kept INTEGER NOT NULL,
    UNIQUE (hook_id, event_id)
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (hook_id, due) WHERE due IS NOT NULL;
  CREATE INDEX deliveries_tried ON deliveries (hook_id, tried_at);
  CREATE INDEX deliveries_lead ON deliveries (lead_id, event_at) WHERE lead_id IS NOT NULL;
`;

export interface DeliveryRow {
  readonly number: number;
  readonly hook_id: string;
  readonly event: string;
  readonly due: number | null;
  readonly tries: string;
  readonly tries_before: number;
  readonly kept: number;
}

export const eventFrom = ({ event }: DeliveryRow): AnyEvent => fromText(event);

export const triesFrom = ({ tries }: DeliveryRow): readonly Try[] => fromText(tries);

/** Adds a delivery for each event and existing receiver, unless it was announced before. Each is due at once. */
export function announce(db: Database, announced: readonly Announcement<AnyEvent>[]): void {
  for (const { event, hooks } of announced)
    for (const hookId of hooks)
      db.run(insertDelivery, [
        hookId,
        event.id,
        toText(event),
        event.at.getTime(),
        'leadId' in event ? event.leadId : null,
        event.at.getTime(),
        Date.now(),
        hookId,
      ]);
}

const insertDelivery = `
  INSERT INTO deliveries (hook_id, event_id, event, event_at, lead_id, due, kept, tries, tries_before)
  SELECT ?, ?, ?, ?, ?, ?, ?, '[]', 0 FROM (SELECT ? AS id) AS to_one
  WHERE to_one.id = '${allDevices.id}' OR EXISTS (SELECT 1 FROM hooks WHERE hooks.id = to_one.id)
    OR EXISTS (SELECT 1 FROM subscriptions WHERE subscriptions.id = to_one.id)
  ON CONFLICT DO NOTHING`;

/** Forgets receivers' answers to a lead's events, and those of tries under way. */
export function forgetAnswers(db: Database, leadId: string): void {
  for (const row of db.all<DeliveryRow>('SELECT * FROM deliveries WHERE lead_id = ?', [leadId])) {
    const tries = triesFrom(row).map((tried) => ({ ...tried, answer: undefined }));
    db.run('UPDATE deliveries SET tries = ?, lease = NULL WHERE number = ?', [toText(tries), row.number]);
  }
}

/** Copies deliveries. An id is hook and event with a colon between. */
export const deliveryShelf = (file: DataFile): Shelf<ShelvedDelivery> =>
  tableShelf(file, {
    table: 'deliveries',
    key: 'hook_id, event_id',
    keyOf: (id) => `substr(${id}, 1, instr(${id}, ':') - 1), substr(${id}, instr(${id}, ':') + 1)`,
    from: deliveryFrom,
    put: (db, { hookId, event, due, tries, triesBefore, kept }) =>
      void db.run(putDelivery, [
        hookId,
        event.id,
        toText(event),
        event.at.getTime(),
        'leadId' in event ? event.leadId : null,
        due?.getTime() ?? null,
        toText(tries),
        triesBefore,
        tries.at(-1)?.at.getTime() ?? null,
        kept.getTime(),
      ]),
  });

const putDelivery = `
  INSERT OR REPLACE INTO deliveries
    (hook_id, event_id, event, event_at, lead_id, due, tries, tries_before, tried_at, kept)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

function deliveryFrom(row: DeliveryRow): ShelvedDelivery {
  const event = eventFrom(row);
  return {
    id: `${row.hook_id}:${event.id}`,
    hookId: row.hook_id,
    event,
    due: row.due === null ? undefined : new Date(row.due),
    tries: triesFrom(row),
    triesBefore: row.tries_before,
    kept: new Date(row.kept),
  };
}
