-- What bets have paid and what they should have paid in theory, for each hour (UTC), game and
-- setting. `residual_squares` sums (payout - return * stake)^2, with the theoretical return of each
-- bet. The rows are counted from the log of ended bets up to `return_count.until`.
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
