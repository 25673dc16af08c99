-- The ledger sequence at which the balance after a play stood. A play that ended before this was recorded has 0, so that its balance is newer than none.
ALTER TABLE play ADD COLUMN balance_seq bigint NOT NULL DEFAULT 0 CHECK (balance_seq >= 0);
GRANT UPDATE (balance_seq) ON play TO :service_role;
