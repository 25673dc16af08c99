-- Requests are found by a beginning of their reference, too, as a bank may have cut it.
DROP INDEX deposit_by_bank_reference;
CREATE INDEX deposit_by_bank_reference ON deposit (ltrim(utr_normalised, '0') text_pattern_ops);
