-- Facts that left with the transaction they tell of. A relay publishes them and marks them; the rows stay, so that any fact can be sent again.
CREATE TABLE outbox (
  id           uuid        PRIMARY KEY,
  position     bigint      GENERATED ALWAYS AS IDENTITY,
  subject      text        NOT NULL,
  payload      jsonb       NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  published_at timestamptz
);
CREATE INDEX outbox_waiting ON outbox (position) WHERE published_at IS NULL;
GRANT SELECT, INSERT ON outbox TO :service_role;
GRANT UPDATE (published_at) ON outbox TO :service_role;
