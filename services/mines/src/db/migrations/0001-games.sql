-- kit: game-kit/game
-- kit: game-kit/lasting
-- kit: game-kit/returns
-- kit: leadership
-- kit: epochs

-- What a player has set up for Mines auto. Amounts are paise.
CREATE TABLE auto_setup (
  player_id uuid  PRIMARY KEY,
  setup     jsonb NOT NULL
);

-- Runs of Mines auto. `bets_played` and the other sums count the games of the run up to the nonce
-- `counted_to`; the next read of the run counts the games that a crash left uncounted.
-- `next_game_at` admits one game at a time for all replicas.
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
  -- How many games the run has admitted, without those that are known not to have started.
  games_admitted         integer     NOT NULL DEFAULT 0,
  CONSTRAINT auto_run_is_true CHECK (counted_to >= after_nonce AND wins <= bets_played AND (status = 'running') = (stopped_at IS NULL)),
  -- A running run that is hidden could not be stopped, and would block the player's next run.
  CONSTRAINT auto_run_reset_is_over CHECK (status <> 'running' OR NOT is_reset)
);
CREATE UNIQUE INDEX auto_run_one ON auto_run (player_id) WHERE status = 'running';
CREATE INDEX auto_run_newest ON auto_run (player_id, started_at);
-- For the deletion of old runs (src/db/auto-runs.ts).
CREATE INDEX auto_run_stopped ON auto_run (stopped_at) WHERE stopped_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON auto_setup TO :service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON auto_run TO :service_role;
