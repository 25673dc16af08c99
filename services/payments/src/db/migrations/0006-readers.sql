-- expand: the previous release writes a file with its columns once, which the wider constraint allows.
-- A file that two admins upload has two readers.
ALTER TABLE bank_statement ADD CONSTRAINT bank_statement_of_reader UNIQUE (file_sha256, columns, read_by);
ALTER TABLE bank_statement DROP CONSTRAINT bank_statement_file_sha256_columns_key;
