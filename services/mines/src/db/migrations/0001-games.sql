-- kit: game-kit/game
-- kit: game-kit/lasting
-- kit: game-kit/returns
-- kit: leadership
-- kit: epochs

-- The games of a run, newest last.
CREATE INDEX bet_of_run ON bet ((params -> 'run' ->> 'id'), nonce) WHERE params ? 'run';

-- What a player has set up for Mines auto, and the newest run (`NewRun` in src/db/auto-runs.ts; NULL
-- before the first and after a reset). How far it has come is in its newest game: `params -> 'run'` of
-- the bet. `next_game_at` admits one game at a time for all replicas, also across runs.
CREATE TABLE auto_run (
  player_id    uuid        PRIMARY KEY,
  setup        jsonb       NOT NULL,
  run          jsonb,
  continued_at timestamptz,
  next_game_at timestamptz NOT NULL DEFAULT '-infinity',
  status       text        CHECK (status IN ('running', 'stopped', 'error')),
  stop_reason  text,
  stopped_at   timestamptz,
  CONSTRAINT auto_run_is_whole CHECK (num_nulls(run, continued_at, status) IN (0, 3)),
  CONSTRAINT auto_run_is_true CHECK ((status IN ('stopped', 'error')) IS NOT TRUE = (stopped_at IS NULL))
);

GRANT SELECT, INSERT, UPDATE ON auto_run TO :service_role;
