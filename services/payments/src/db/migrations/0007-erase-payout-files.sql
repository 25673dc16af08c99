-- expand: the previous release writes `content` at its insert only, and its query of rows to erase can use the new index.

-- Payment files lose their account numbers some time after their last line has ended.
GRANT UPDATE (content) ON payout_file TO :service_role;
CREATE TRIGGER only_erased BEFORE UPDATE OF content ON payout_file FOR EACH ROW WHEN (NEW.content <> '') EXECUTE FUNCTION only_erased();
CREATE INDEX payout_file_to_erase ON payout_file (created_at) WHERE content <> '';

-- Rows without a text can have numbers.
CREATE INDEX bank_row_with_payer ON bank_row (day) WHERE text <> '' OR numbers <> '{}';
DROP INDEX bank_row_to_erase;
