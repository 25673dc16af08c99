-- Of each check of a proof the breaks that an operator has looked at, with which withdrawals are paid out all the same, until the ledger is clean again.
ALTER TABLE reconciliation ADD COLUMN acknowledged jsonb;
