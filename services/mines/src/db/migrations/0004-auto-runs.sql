-- What a player has set up for Mines auto. Amounts are paise.
CREATE TABLE auto_setup (
  player_id uuid  PRIMARY KEY,
  setup     jsonb NOT NULL
);

-- Runs of Mines auto. How far one has come is the sum of its games, which stand among the plays: `bets_played` and the rest count those up to the nonce `counted_to`, so that what a
-- crash left uncounted is counted when the run is looked at next. `next_game_at` lets one game through at a time, whichever replica is asked.
CREATE TABLE auto_run (
  run_id                 uuid        PRIMARY KEY,
  player_id              uuid        NOT NULL,
  session_id             uuid        NOT NULL,
  setup                  jsonb       NOT NULL,
  starting_balance_paise bigint      NOT NULL,
  started_at             timestamptz NOT NULL,
  after_nonce            bigint      NOT NULL,
  counted_to             bigint      NOT NULL,
  bets_played            bigint      NOT NULL DEFAULT 0,
  wins                   bigint      NOT NULL DEFAULT 0,
  total_profit_paise     bigint      NOT NULL DEFAULT 0,
  current_balance_paise  bigint      NOT NULL,
  continued_at           timestamptz NOT NULL,
  next_game_at           timestamptz NOT NULL,
  status                 text        NOT NULL CHECK (status IN ('running', 'stopped', 'error')),
  stop_reason            text,
  stopped_at             timestamptz,
  is_reset               boolean     NOT NULL DEFAULT false,
  CONSTRAINT auto_run_is_true CHECK (counted_to >= after_nonce AND wins <= bets_played AND (status = 'running') = (stopped_at IS NULL))
);
CREATE UNIQUE INDEX auto_run_one ON auto_run (player_id) WHERE status = 'running';
CREATE INDEX auto_run_newest ON auto_run (player_id, started_at);

GRANT SELECT, INSERT, UPDATE ON auto_setup TO :service_role;
GRANT SELECT, INSERT, UPDATE ON auto_run TO :service_role;
