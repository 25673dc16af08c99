-- Credits that the bank has sent back are found by the debits that name their references.
CREATE INDEX bank_row_sent_back ON bank_row USING gin (utrs) WHERE kind = 'debit';
