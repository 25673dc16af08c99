-- Every admin action of this service, append-only and hash-chained: each row holds the hash of the one before.
CREATE TABLE audit (
  sequence      bigint      PRIMARY KEY,
  at            timestamptz NOT NULL,
  admin_id      uuid        NOT NULL,
  admin_name    text        NOT NULL,
  action        text        NOT NULL,
  target        text        NOT NULL,
  detail        jsonb       NOT NULL,
  request_id    text        NOT NULL,
  previous_hash text        NOT NULL,
  hash          text        NOT NULL UNIQUE
);
GRANT SELECT, INSERT ON audit TO :service_role;
