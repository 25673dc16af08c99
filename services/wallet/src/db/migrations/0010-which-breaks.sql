-- Which breaks the newest run has found, by the name of the check: marks of their texts. Those that an operator has acknowledged are kept alike from now on; numbers of before hold for none.
ALTER TABLE reconciliation ADD COLUMN breaks jsonb NOT NULL DEFAULT '{}';
