-- kit: game-kit/purge

-- Runs of Mines auto that ended long ago are forgotten (src/db/auto-runs.ts).
CREATE INDEX auto_run_stopped ON auto_run (stopped_at) WHERE stopped_at IS NOT NULL;
GRANT DELETE ON auto_run TO :service_role;
