-- What owners have set of the daily limits and of approvals without a bank row. A field that is
-- absent has the default of the mode.
ALTER TABLE settings ADD COLUMN approvals jsonb NOT NULL DEFAULT '{}';

-- How a request was approved. row_origin: the origin of its bank row. The origin is own if only
-- statements of the admin have the row. It is NULL for withdrawals. approved_alone: one admin
-- decided.
ALTER TABLE request ADD COLUMN row_origin text CHECK (row_origin IN ('none', 'own', 'other'));
ALTER TABLE request ADD COLUMN approved_alone boolean;
GRANT UPDATE (row_origin, approved_alone) ON request TO :service_role;

-- The balance at the end of a statement, and how the statement joins the earlier ones.
ALTER TABLE bank_statement ADD COLUMN closing_paise bigint;
ALTER TABLE bank_statement ADD COLUMN joining jsonb;
CREATE INDEX bank_statement_row_of_row ON bank_statement_row (bank_row_id);
