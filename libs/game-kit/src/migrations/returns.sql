-- What bets have paid and what they should have paid in theory, for each hour (UTC), game and
-- setting. `residual_squares` sums (payout - return * stake)^2, with the theoretical return of each
-- bet. A bet is added by the statement that writes its end (src/returns.ts).
CREATE TABLE return_hour (
  game             text        NOT NULL,
  setting          text        NOT NULL,
  hour             timestamptz NOT NULL,
  bets             bigint      NOT NULL,
  stake_paise      bigint      NOT NULL,
  payout_paise     bigint      NOT NULL,
  theory_paise     float8      NOT NULL,
  residual_squares float8      NOT NULL,
  counted_at       timestamptz NOT NULL,
  PRIMARY KEY (game, setting, hour)
);
CREATE INDEX return_hour_old ON return_hour (hour);

GRANT SELECT, INSERT, UPDATE, DELETE ON return_hour TO :service_role;
