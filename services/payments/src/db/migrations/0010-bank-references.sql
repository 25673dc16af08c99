-- The references of credits (above 0) and debits, one each: a large file is compared with thousands of requests by them. Within arrays they were found by an index that is slow while what has just come waits in it, and by plans that
-- know nothing of arrays whose rows have just come: minutes for 10,000 rows.
CREATE TABLE bank_reference (
  utr          text   NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise <> 0),
  bank_row_id  uuid   NOT NULL REFERENCES bank_row,
  PRIMARY KEY (utr, amount_paise, bank_row_id)
);
INSERT INTO bank_reference (utr, amount_paise, bank_row_id)
SELECT DISTINCT unnest(utrs), amount_paise, id FROM bank_row WHERE kind IN ('credit', 'debit');
GRANT SELECT, INSERT ON bank_reference TO :service_role;
DROP INDEX bank_row_by_utr;
DROP INDEX bank_row_sent_back;
