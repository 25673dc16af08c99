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

-- The games of a run, newest last.
CREATE INDEX bet_of_run ON bet ((params -> 'run' ->> 'id'), nonce) WHERE params ? 'run';

-- Runs of Mines auto. How far a run has come is in its newest game: `params -> 'run'` of the bet.
-- `next_game_at` admits one game at a time for all replicas.
CREATE TABLE auto_run (
  run_id                 uuid        PRIMARY KEY,
  run_no                 bigint      GENERATED ALWAYS AS IDENTITY,
  player_id              uuid        NOT NULL,
  session_id             uuid        NOT NULL,
  setup                  jsonb       NOT NULL,
  starting_balance_paise bigint      NOT NULL,
  started_at             timestamptz NOT NULL,
  continued_at           timestamptz NOT NULL,
  next_game_at           timestamptz NOT NULL,
  status                 text        NOT NULL CHECK (status IN ('running', 'stopped', 'error')),
  stop_reason            text,
  stopped_at             timestamptz,
  is_reset               boolean     NOT NULL DEFAULT false,
  CONSTRAINT auto_run_is_true CHECK ((status = 'running') = (stopped_at IS NULL))
);
CREATE UNIQUE INDEX auto_run_one ON auto_run (player_id) WHERE status = 'running';
CREATE INDEX auto_run_newest ON auto_run (player_id, run_no);
-- For the deletion of old runs (src/db/auto-runs.ts).
CREATE INDEX auto_run_stopped ON auto_run (stopped_at) WHERE stopped_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE ON auto_setup TO :service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON auto_run TO :service_role;
