-- Which session leads, as its process id and when it began. The term rises with every change of the leader, and so fences off what an earlier one still sends.
CREATE TABLE leadership (
  only_row      boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  term          bigint  NOT NULL,
  pid           integer,
  session_began timestamptz
);
INSERT INTO leadership (term) VALUES (0);
GRANT SELECT, UPDATE ON leadership TO :service_role;
