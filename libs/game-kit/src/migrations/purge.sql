-- Lets the leader forget how plays that lasted went, long after their end (purge.ts). By a column that no step changes, so that a step leaves the indexes as they are.
CREATE INDEX lasting_play_opened ON lasting_play (opened_at);
GRANT DELETE ON lasting_play TO :service_role;
