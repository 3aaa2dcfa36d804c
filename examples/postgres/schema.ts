/**
 * The tables. `content` is the record as JSON: as `json`, not `jsonb`, which cannot keep a NUL. Ids and keys are compared
 * byte by byte (`COLLATE "C"`).
 */
export const schema = `
  SELECT pg_advisory_xact_lock(4711); -- one process at a time

  CREATE TABLE IF NOT EXISTS contacts (
    id text COLLATE "C" PRIMARY KEY,
    content json,
    shows text[] NOT NULL DEFAULT '{}',
    merged_into text COLLATE "C" REFERENCES contacts,
    erased timestamptz(3)
  );
  CREATE INDEX IF NOT EXISTS contacts_shows ON contacts USING gin (shows);
  CREATE INDEX IF NOT EXISTS contacts_mended ON contacts (id) WHERE (content->'former') IS NOT NULL;
  CREATE INDEX IF NOT EXISTS contacts_merged ON contacts (merged_into) WHERE merged_into IS NOT NULL;

  CREATE TABLE IF NOT EXISTS contact_keys (
    key text COLLATE "C" PRIMARY KEY,
    contact text COLLATE "C" NOT NULL REFERENCES contacts
  );
  CREATE INDEX IF NOT EXISTS contact_keys_contact ON contact_keys (contact);

  CREATE TABLE IF NOT EXISTS deals (
    id text COLLATE "C" PRIMARY KEY,
    contact text COLLATE "C" NOT NULL REFERENCES contacts,
    vendor text COLLATE "C" NOT NULL,
    idempotency_key text COLLATE "C",
    key_id text COLLATE "C",
    external_id text COLLATE "C",
    said text[] NOT NULL,
    words text[] NOT NULL,
    deal_type text NOT NULL,
    status text NOT NULL,
    status_since timestamptz(3) NOT NULL,
    owner text COLLATE "C",
    changed_at timestamptz(3), -- none before an operator changes it
    follow_up timestamptz(3),
    unanswered_since timestamptz(3), -- none once it is answered
    received_at timestamptz(3) NOT NULL,
    content json NOT NULL,
    UNIQUE (vendor, idempotency_key)
  );
  CREATE INDEX IF NOT EXISTS deals_received ON deals (received_at, id);
  CREATE INDEX IF NOT EXISTS deals_changed ON deals (changed_at, id) WHERE changed_at IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deals_changes ON deals (coalesce(changed_at, received_at), id);
  CREATE INDEX IF NOT EXISTS deals_contact ON deals (contact, received_at, id);
  CREATE INDEX IF NOT EXISTS deals_vendor ON deals (vendor, received_at, id);
  CREATE INDEX IF NOT EXISTS deals_said ON deals USING gin (said);
  CREATE INDEX IF NOT EXISTS deals_follow_up ON deals (follow_up, id) WHERE follow_up IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deals_unanswered ON deals (unanswered_since, id) WHERE unanswered_since IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deals_external ON deals (external_id) WHERE external_id IS NOT NULL;

  CREATE TABLE IF NOT EXISTS vendors (
    id text COLLATE "C" PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    created timestamptz(3) NOT NULL
  );
  CREATE TABLE IF NOT EXISTS vendor_keys (
    id text COLLATE "C" PRIMARY KEY,
    vendor text COLLATE "C" NOT NULL REFERENCES vendors,
    place int NOT NULL,
    digest text COLLATE "C" NOT NULL UNIQUE,
    content json NOT NULL,
    last_used timestamptz(3)
  );
  CREATE INDEX IF NOT EXISTS vendor_keys_vendor ON vendor_keys (vendor, place);

  CREATE TABLE IF NOT EXISTS audit (
    id text COLLATE "C" PRIMARY KEY,
    place bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz(3) NOT NULL,
    acted_on text COLLATE "C" NOT NULL,
    content json NOT NULL,
    ended json -- how it ended, once that is known
  );
  CREATE INDEX IF NOT EXISTS audit_at_id ON audit (at, id);
  CREATE INDEX IF NOT EXISTS audit_by_at ON audit ((content->>'byId'), at, id);

  CREATE TABLE IF NOT EXISTS hooks (
    id text COLLATE "C" PRIMARY KEY,
    created timestamptz(3) NOT NULL,
    content json NOT NULL
  );
  CREATE TABLE IF NOT EXISTS hook_key (
    only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
    fingerprint text NOT NULL
  );
  CREATE TABLE IF NOT EXISTS deliveries (
    hook text COLLATE "C" REFERENCES hooks ON DELETE CASCADE,
    event text COLLATE "C",
    lead text COLLATE "C", -- none for a test
    at timestamptz(3) NOT NULL,
    due timestamptz(3), -- none once it was delivered or given up
    lease text, -- of whoever has taken it
    tries int NOT NULL DEFAULT 0, -- since it was announced or last replayed
    arrived boolean NOT NULL DEFAULT false,
    content json NOT NULL,
    PRIMARY KEY (hook, event)
  );
  CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (hook, due) WHERE due IS NOT NULL;
  CREATE INDEX IF NOT EXISTS deliveries_lead ON deliveries (lead, at);

  CREATE TABLE IF NOT EXISTS tries (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    hook text COLLATE "C" NOT NULL,
    event text COLLATE "C" NOT NULL,
    at timestamptz(3) NOT NULL,
    status int,
    duration double precision NOT NULL,
    error text,
    answer text,
    FOREIGN KEY (hook, event) REFERENCES deliveries ON DELETE CASCADE
  );
  CREATE INDEX IF NOT EXISTS tries_event ON tries (hook, event, place);
  CREATE INDEX IF NOT EXISTS tries_at ON tries (hook, at, place);

  CREATE TABLE IF NOT EXISTS tickets (
    digest text COLLATE "C" PRIMARY KEY,
    kind text NOT NULL,
    holder text COLLATE "C",
    expires timestamptz(3) NOT NULL,
    content json NOT NULL
  );
  CREATE INDEX IF NOT EXISTS tickets_holder ON tickets (holder);
  CREATE INDEX IF NOT EXISTS tickets_expired ON tickets (expires);

  CREATE TABLE IF NOT EXISTS people (
    id text COLLATE "C" PRIMARY KEY,
    content json NOT NULL
  );

  CREATE TABLE IF NOT EXISTS leases (
    work text COLLATE "C" PRIMARY KEY,
    holder text COLLATE "C" NOT NULL,
    by text NOT NULL,
    since timestamptz(3) NOT NULL,
    ends timestamptz(3) NOT NULL
  );
  CREATE TABLE IF NOT EXISTS refused_requests (
    place bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    vendor text COLLATE "C" NOT NULL,
    at timestamptz(3) NOT NULL,
    external_id text COLLATE "C",
    content json NOT NULL
  );
  CREATE INDEX IF NOT EXISTS refused_requests_vendor ON refused_requests (vendor, at);`;
