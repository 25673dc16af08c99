-- The bank's row by which the first of two admins has approved a deposit: it is the one that pays, wherever the second one approves.
ALTER TABLE deposit ADD COLUMN first_bank_row uuid REFERENCES bank_row;
GRANT UPDATE (first_bank_row) ON deposit TO :service_role;
