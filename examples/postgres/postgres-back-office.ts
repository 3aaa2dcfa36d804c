import {
  type AnnounceChange,
  type BackOffice,
  type ChangedContact,
  type Contact,
  type ContactRecord,
  type ContactSearch,
  type CustomerAsSent,
  type CustomerMatch,
  clockOf,
  type Deal,
  type DealChange,
  type DealConditions,
  type DealMatch,
  type DealOutcome,
  type DealPlace,
  type DealQuery,
  type DealSummary,
  type DecideChange,
  type DecideContact,
  externalKey,
  firstWords,
  forgetCustomer,
  hasName,
  type IdentityKey,
  isUnanswered,
  type LeadRecord,
  lostReasonOf,
  mergedContact,
  nameOf,
  openStatuses,
  type Span,
  statusSince,
  type TalliedLead,
  withChange,
  withoutLeads,
  wordsToFind,
} from 'partner-lead-service';
import type { Client, Database } from './database.ts';
import { announce, forgetAnswers } from './events.ts';
import { changeDeal, contactFrom, dealsWhere, holdersOf, keepContact, plain, presentId } from './records.ts';

/** With former values; the index `contacts_mended` has the same words. */
const isMended = "(content->'former') IS NOT NULL";

/** Contacts read at once. */
const PAGE = 1_000;

/** The operator's side of the CRM in PostgreSQL. Each method is one transaction. */
export class PostgresBackOffice implements BackOffice {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  lead(leadId: string): Promise<LeadRecord | undefined> {
    return this.#database.transaction(async (client) => {
      const [deal] = await dealsWhere(client, 'id = $1', [plain(leadId)]);
      if (!deal) return undefined;
      const kept = await contactRow(client, deal.contactId);
      return { deal, contact: kept?.contact, erased: kept?.erased };
    });
  }

  leads(leadIds: readonly string[]): Promise<readonly LeadRecord[]> {
    return this.#database.transaction(async (client) => {
      const deals = await dealsWhere(client, 'id = ANY($1)', [leadIds.map(plain)]);
      const { rows } = await client.query('SELECT id, content, erased FROM contacts WHERE id = ANY($1)', [
        deals.map(({ contactId }) => plain(contactId)),
      ]);
      const kept = new Map(rows.map((row) => [row.id, contactIn(row)]));
      return deals.map((deal) => ({
        deal,
        ...(kept.get(plain(deal.contactId)) ?? { contact: undefined, erased: undefined }),
      }));
    });
  }

  countDeals(conditions: readonly DealConditions[], most: number): Promise<readonly number[]> {
    return this.#database.transaction(async (client) => {
      const counts: number[] = [];
      for (const each of conditions) {
        const { condition, values } = wanted({ ...each, limit: most });
        const { rows } = await client.query(
          `SELECT count(*)::int AS deals FROM (SELECT FROM deals WHERE ${condition} LIMIT ${most}) AS found`,
          [...values],
        );
        counts.push(rows[0].deals);
      }
      return counts;
    });
  }

  deals(query: DealQuery): Promise<readonly DealSummary[]> {
    return this.#database.transaction(async (client) => {
      const contactId = query.contactId && (await presentId(client, query.contactId));
      const { condition, values } = wanted({ ...query, contactId });
      const deals = await dealsWhere(client, condition, values, query.limit, orderOf(query).sql);
      return deals.map(summaryOf);
    });
  }

  changeDeals(
    leadIds: readonly string[],
    decide: DecideChange,
    announced: AnnounceChange = () => [],
  ): Promise<readonly DealOutcome[]> {
    return this.#database.transaction(async (client) => {
      const found = await dealsWhere(client, 'id = ANY($1)', [leadIds.map(plain)]);
      const outcomes = new Map<string, DealOutcome>();
      for (const before of found) {
        const outcome = decided(before, decide);
        outcomes.set(before.id, 'refused' in outcome ? outcome : { before, after: outcome.after });
        if ('refused' in outcome || !outcome.change) continue;
        await changeDeal(client, outcome.after);
        await announce(client, announced(before, outcome.change));
      }
      return leadIds.map((id) => outcomes.get(id));
    });
  }

  tally({ since, until }: Span): Promise<readonly TalliedLead[]> {
    return this.#database.transaction(async (client) => {
      const deals = await dealsWhere(client, 'received_at >= $1 AND received_at < $2', [since, until]);
      return deals.map((deal) => ({ ...summaryOf(deal), waits: isUnanswered(deal) }));
    });
  }

  contact(sought: { id: string } | { key: IdentityKey }): Promise<ContactRecord | undefined> {
    return this.#database.transaction(async (client) => {
      const contactId =
        'id' in sought ? await presentId(client, sought.id) : (await holdersOf(client, [sought.key]))[0]?.id;
      if (contactId === undefined) return undefined;
      const kept = await contactRow(client, contactId);
      if (!kept) return undefined; // a deal cannot be without its contact here
      const { rows } = await client.query(
        `SELECT (SELECT count(*)::int FROM deals WHERE contact = $1) AS deals,
                ARRAY(SELECT id FROM contacts WHERE merged_into = $1 ORDER BY id) AS merged`,
        [contactId],
      );
      const { deals, merged } = rows[0];
      return { contactId, ...kept, deals, ...(merged.length > 0 && { merged }) };
    });
  }

  contacts(sought: ContactSearch): Promise<readonly Contact[]> {
    return this.#database.transaction(async (client) => {
      if ('name' in sought)
        return searched(client, 'content IS NOT NULL', sought.limit, (contact) =>
          hasName(contact, sought.name),
        );
      if ('mendedTo' in sought)
        return searched(client, isMended, sought.limit, (contact) => isAs(contact, sought.mendedTo));
      if ('mended' in sought) {
        const { rows } = await client.query(
          `SELECT content FROM contacts WHERE ${isMended} AND id = ANY($1) ORDER BY id LIMIT $2`,
          [sought.mended.map(plain), sought.limit],
        );
        return rows.map(({ content }) => contactFrom(content));
      }
      const { rows } = await client.query(
        `SELECT content FROM contacts
         WHERE content IS NOT NULL AND (shows @> ARRAY[$1] OR id IN (SELECT contact FROM contact_keys WHERE key = $1)
           OR id IN (SELECT contact FROM deals WHERE said @> ARRAY[$1]))
         ORDER BY id LIMIT $2`,
        [sought.key, sought.limit],
      );
      return rows.map(({ content }) => contactFrom(content));
    });
  }

  changeContact(
    contactId: string,
    keys: readonly IdentityKey[],
    decide: DecideContact,
  ): Promise<ChangedContact | undefined> {
    return this.#database.transaction(async (client) => {
      const before = (await contactRow(client, await presentId(client, contactId)))?.contact;
      if (!before) return undefined;
      const others = (await holdersOf(client, keys)).filter(({ id }) => id !== before.id);
      const after = decide(before, others, await customersOf(client, [before.id]));
      await keepContact(client, after);
      return { before, after };
    });
  }

  merge(keptId: string, goneId: string): Promise<void> {
    return this.#database.transaction(async (client) => {
      const kept = (await contactRow(client, await presentId(client, keptId)))?.contact;
      const gone = (await contactRow(client, goneId))?.contact;
      if (!kept || !gone || kept.id === gone.id) return;
      await client.query('DELETE FROM contact_keys WHERE contact = $1', [gone.id]);
      const said = await customersOf(client, [kept.id, gone.id]);
      await keepContact(client, mergedContact(kept, gone, said));
      await client.query(`UPDATE contacts SET merged_into = $1, content = NULL, shows = '{}' WHERE id = $2`, [
        kept.id,
        gone.id,
      ]);
      await client.query('UPDATE contacts SET merged_into = $1 WHERE merged_into = $2', [kept.id, gone.id]);
      for (const deal of await dealsWhere(client, 'contact = $1', [gone.id]))
        await changeDeal(client, { ...deal, contactId: kept.id });
    });
  }

  erase(soughtId: string, at: Date): Promise<void> {
    return this.#database.transaction(async (client) => {
      const contactId = await presentId(client, soughtId);
      for (const deal of await dealsWhere(client, 'contact = $1', [plain(contactId)]))
        await forget(client, deal, at);
      await client.query('DELETE FROM contact_keys WHERE contact = $1', [plain(contactId)]);
      await client.query(
        `UPDATE contacts SET content = NULL, shows = '{}', erased = coalesce(erased, $2) WHERE id = $1`,
        [plain(contactId), at],
      );
    });
  }

  eraseLead(leadId: string, at: Date): Promise<void> {
    return this.#database.transaction(async (client) => {
      const [deal] = await dealsWhere(client, 'id = $1', [plain(leadId)]);
      if (!deal) return;
      await forget(client, deal, at);
      await forgetLeads(client, deal.contactId, [deal]);
    });
  }

  retire(
    leadIds: readonly string[],
    { unmovedSince, at }: { readonly unmovedSince: Date; readonly at: Date },
  ): Promise<{ readonly leads: number; readonly contacts: number }> {
    return this.#database.transaction(async (client) => {
      const which = 'id = ANY($1) AND status_since < $2';
      const old = await dealsWhere(client, which, [leadIds.map(plain), unmovedSince]);
      for (const deal of old) await forget(client, deal, at);
      const { rows } = await client.query(
        `UPDATE contacts SET content = NULL, shows = '{}', erased = $2
         WHERE id = ANY($1) AND content IS NOT NULL
           AND NOT EXISTS (SELECT FROM deals WHERE contact = contacts.id AND said <> '{}')
         RETURNING id`,
        [old.map(({ contactId }) => contactId), at],
      );
      await client.query('DELETE FROM contact_keys WHERE contact = ANY($1)', [rows.map(({ id }) => id)]);
      for (const [id, gone] of Map.groupBy(old, ({ contactId }) => contactId))
        await forgetLeads(client, id, gone);
      return { leads: old.length, contacts: rows.length };
    });
  }
}

/** What the contact has of these leads alone, which were erased. */
async function forgetLeads(client: Client, contactId: string, leads: readonly Deal[]): Promise<void> {
  const contact = (await contactRow(client, contactId))?.contact;
  if (!contact) return;
  const gone = leads.flatMap(({ customer }) => customer ?? []);
  await keepContact(client, withoutLeads(contact, gone, await customersOf(client, [contactId])));
}

/** As sent with the leads of these contacts. */
async function customersOf(client: Client, contactIds: readonly string[]): Promise<CustomerAsSent[]> {
  const deals = await dealsWhere(client, 'contact = ANY($1)', [contactIds.map(plain)]);
  return deals.flatMap(({ customer }) => customer ?? []);
}

function isAs(contact: Contact, match: CustomerMatch): boolean {
  if ('phoneEnd' in match) return contact.phone?.identity.endsWith(match.phoneEnd) ?? false;
  const words = wordsToFind(nameOf(contact));
  return match.words.every((start) => words.some((word) => word.startsWith(start)));
}

async function forget(client: Client, deal: Deal, at: Date): Promise<void> {
  await changeDeal(client, forgetCustomer(deal, at));
  await forgetAnswers(client, deal.id);
}

/** What the query asks for, and in which order. */
function wanted(query: DealQuery) {
  const conditions = ['true'];
  const values: unknown[] = [];
  const $ = (value: unknown) => `$${values.push(typeof value === 'string' ? plain(value) : value)}`;
  function where<T>(given: T | undefined, sql: (value: T) => string): void {
    if (given !== undefined) conditions.push(sql(given));
  }
  const matches = (match: DealMatch): string => {
    if ('id' in match) return `id = ${$(match.id)}`;
    if ('externalId' in match) return `external_id = ${$(match.externalId)}`;
    if ('externalIdInAnyCase' in match)
      return `said @> ARRAY[${$(`x:${externalKey(match.externalIdInAnyCase)}`)}]`;
    if ('said' in match) return `said @> ARRAY[${$(match.said)}]`;
    if ('contactId' in match) return `contact = ${$(match.contactId)}`;
    if ('phoneEnd' in match)
      return `EXISTS (SELECT FROM unnest(said) AS key WHERE key LIKE ${$(`p:%${match.phoneEnd}`)})`;
    const begins = (kinds: readonly string[]) => (start: string) => {
      const either = kinds.map((kind) => `starts_with(word, ${$(`${kind}:${start}`)})`);
      return `EXISTS (SELECT FROM unnest(words) AS word WHERE ${either.join(' OR ')})`;
    };
    if ('words' in match) return `(${match.words.map(begins(['n'])).join(' AND ')})`;
    const year = match.year === undefined ? 'true' : `content->'vehicle'->>'year' = ${$(match.year)}`;
    return `(${[year, ...match.anyWords.map(begins(['n', 'v']))].join(' AND ')})`;
  };
  where(query.since, (it) => `received_at >= ${$(it)}`);
  where(query.until, (it) => `received_at < ${$(it)}`);
  where(query.due, (it) => `follow_up < ${$(it)}`);
  where(query.unanswered || undefined, () => 'unanswered_since IS NOT NULL');
  where(query.unmovedSince, (it) => `status_since < ${$(it)}`);
  where(query.known || undefined, () => `said <> '{}'`);
  where(query.dealType, (it) => `deal_type = ${$(it)}`);
  where(query.status, (it) => `status = ${$(it)}`);
  where(query.open || undefined, () => `status = ANY(${$(openStatuses)})`);
  where(query.owners, (them) => {
    const some = `owner = ANY(${$(them.filter((it) => it !== null))})`;
    return them.includes(null) ? `(${some} OR owner IS NULL)` : some;
  });
  where(query.vendorId, (it) => `vendor = ${$(it)}`);
  where(query.keyId, (it) => `key_id = ${$(it)}`);
  where(query.contactId, (it) => `contact = ${$(it)}`);
  where(query.externalId, (it) => `external_id = ${$(it)}`);
  where(query.said, (it) => `said @> ARRAY[${$(it)}]`);
  where(query.matching, (them) => `(${them.map(matches).join(' OR ')})`);
  where(query.changed || undefined, () => 'changed_at IS NOT NULL');
  const { column, timeOf, down } = orderOf(query);
  where(query.after, (it) => `(${column}, id) ${down ? '<' : '>'} (${$(timeOf(it))}, ${$(it.id)})`);
  return { condition: conditions.join(' AND '), values };
}

/** The column by which a list is sorted, then by id. */
function orderOf({ due, unanswered, changed, changes, newest }: DealQuery) {
  const [column, timeOf] = due
    ? (['follow_up', ({ followUpAt, receivedAt }: DealPlace) => followUpAt ?? receivedAt] as const)
    : unanswered
      ? (['unanswered_since', (place: DealPlace) => clockOf(place).since] as const)
      : changed || changes
        ? ([
            changed ? 'changed_at' : 'coalesce(changed_at, received_at)',
            ({ changedAt, receivedAt }: DealPlace) => changedAt ?? receivedAt,
          ] as const)
        : (['received_at', ({ receivedAt }: DealPlace) => receivedAt] as const);
  const down = column === 'changed_at' || (column === 'received_at' && newest);
  return { column, timeOf, down, sql: down ? `${column} DESC, id DESC` : `${column}, id` };
}

function summaryOf(deal: Deal): DealSummary {
  const { notes: _, idempotency: __, history: ___, activities: ____, ...shown } = deal;
  const lostReason = lostReasonOf(deal);
  return { ...shown, statusSince: statusSince(deal), lostReason, firstWords: firstWords(deal) };
}

async function contactRow(
  client: Client,
  id: string,
): Promise<Pick<LeadRecord, 'contact' | 'erased'> | undefined> {
  const { rows } = await client.query('SELECT content, erased FROM contacts WHERE id = $1', [plain(id)]);
  return rows[0] && contactIn(rows[0]);
}

// biome-ignore lint/suspicious/noExplicitAny: a row of the driver
function contactIn({ content, erased }: any): Pick<LeadRecord, 'contact' | 'erased'> {
  return { contact: content ? contactFrom(content) : undefined, erased: erased ?? undefined };
}

async function contactsAfter(client: Client, id: string, condition: string): Promise<Contact[]> {
  const { rows } = await client.query(
    `SELECT content FROM contacts WHERE ${condition} AND id > $1 ORDER BY id LIMIT $2`,
    [id, PAGE],
  );
  return rows.map(({ content }) => contactFrom(content));
}

/** Reads the contacts that meet the condition, until enough are found. */
async function searched(
  client: Client,
  condition: string,
  limit: number,
  isSought: (contact: Contact) => boolean,
): Promise<Contact[]> {
  const found: Contact[] = [];
  let after = '';
  for (;;) {
    const page = await contactsAfter(client, after, condition);
    found.push(...page.filter(isSought));
    const last = page.at(-1);
    if (!last || found.length >= limit) return found.slice(0, limit);
    after = last.id;
  }
}

/** What becomes of one deal of many: a change that is refused stops no other. */
function decided(
  before: Deal,
  decide: DecideChange,
): { readonly change: DealChange | undefined; readonly after: Deal } | { readonly refused: unknown } {
  try {
    const change = decide(before);
    return { change, after: withChange(before, change) };
  } catch (refused) {
    return { refused };
  }
}
