-- The leader, as the process id and start time of its connection. The term rises with each change
-- of leader and is the fencing token of the leader's writes.
CREATE TABLE leadership (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  term          bigint  NOT NULL,
  pid           integer,
  session_began timestamptz
);
INSERT INTO leadership (term) VALUES (0);
GRANT SELECT, UPDATE ON leadership TO :service_role;
