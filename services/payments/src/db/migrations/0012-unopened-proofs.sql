-- Proofs that could not be opened, and what was wrong with each: opening them took time for which others waited. They count for the day.
CREATE TABLE unopened_proof (
  id        uuid        PRIMARY KEY,
  player_id uuid        NOT NULL,
  fault     text        NOT NULL,
  at        timestamptz NOT NULL
);
CREATE INDEX unopened_proof_of_player ON unopened_proof (player_id, at);
CREATE INDEX unopened_proof_age ON unopened_proof (at);
GRANT SELECT, INSERT, DELETE ON unopened_proof TO :service_role;
