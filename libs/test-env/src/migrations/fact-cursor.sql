-- How far a reader has taken each log of facts into its tables. Moved in the transaction of what it
-- did with them.
CREATE TABLE fact_cursor (
  log    text PRIMARY KEY,
  cursor text NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON fact_cursor TO :service_role;
