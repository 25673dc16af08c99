-- What bets have paid, an hour (UTC) and a kind of bet at a time, and what they should have paid: by it the actual return is held against the theoretical one. `residual_squares` sums
-- (payout - return * stake)^2, each bet by its own theoretical return. All of it is made of the log of ended bets, as far as `return_count` says.
CREATE TABLE return_hour (
  game             text        NOT NULL,
  setting          text        NOT NULL,
  hour             timestamptz NOT NULL,
  bets             bigint      NOT NULL,
  stake_paise      bigint      NOT NULL,
  payout_paise     bigint      NOT NULL,
  theory_paise     float8      NOT NULL,
  residual_squares float8      NOT NULL,
  PRIMARY KEY (game, setting, hour)
);
CREATE INDEX return_hour_old ON return_hour (hour);
CREATE TABLE return_count (
  only_row   boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  until      xid8        NOT NULL,
  counted_at timestamptz
);
INSERT INTO return_count (until) VALUES ('0');

GRANT SELECT, INSERT, UPDATE, DELETE ON return_hour TO :service_role;
GRANT SELECT, UPDATE ON return_count TO :service_role;
