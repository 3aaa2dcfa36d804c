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
    received_at timestamptz(3) NOT NULL,
    content json NOT NULL,
    UNIQUE (vendor, idempotency_key)
  );
  CREATE INDEX IF NOT EXISTS deals_received ON deals (received_at, id);
  CREATE INDEX IF NOT EXISTS deals_contact ON deals (contact, received_at, id);
  CREATE INDEX IF NOT EXISTS deals_vendor ON deals (vendor, received_at, id);
  CREATE INDEX IF NOT EXISTS deals_said ON deals USING gin (said);
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
    outcome text
  );
  CREATE INDEX IF NOT EXISTS audit_at ON audit (at);`;
