-- Locks that a transaction takes by name (`takeTurn` of service-kit). A row is deleted in the
-- transaction that inserts the row, so the table stays empty.
CREATE TABLE turn (name text PRIMARY KEY);
GRANT SELECT, INSERT, DELETE ON turn TO :service_role;
