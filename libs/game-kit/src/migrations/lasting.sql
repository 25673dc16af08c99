-- The steps of games in progress, in order. Each is written before it is answered. The last one of a
-- game ends it. Two writers that decide by the same steps write the same `step_no`, and one of them
-- fails.
CREATE TABLE step (
  bet_id  uuid        NOT NULL,
  step_no smallint    NOT NULL CHECK (step_no > 0),
  -- NULL for a cash-out and for the end of an idle game.
  step    jsonb,
  by      text        NOT NULL CHECK (by IN ('step', 'player', 'idleness')),
  ends    boolean     NOT NULL,
  key     text,
  at      timestamptz NOT NULL,
  PRIMARY KEY (bet_id, step_no)
);
CREATE INDEX step_old ON step (at);

GRANT SELECT, INSERT, DELETE ON step TO :service_role;
