-- For searches by the last and the first characters of numbers, and by the first digits of an e-mail. A lexeme is a number from
-- its last character to its first, so that a prefix of it is the end of the number. The sign before a lexeme says that it is
-- not turned round. A full list of pending entries would make each search slow.
CREATE INDEX IF NOT EXISTS request_ends ON request USING gin (array_to_tsvector(array_remove(ARRAY[
  nullif(reverse(lower(reference)), ''), nullif(reverse(lower(paid_reference)), ''), nullif(reverse(account_number), ''),
  reverse(replace(id::text, '-', '')), '^' || lower(reference), '^' || lower(ltrim(paid_reference, '0')), '@' || lower(player_email)],
  NULL))) WITH (fastupdate = off);

-- Notes of admins about a request. A note stays; only its erased text is another one.
CREATE TABLE request_note (
  id         uuid        PRIMARY KEY,
  request_id uuid        NOT NULL REFERENCES request,
  player_id  uuid        NOT NULL,
  text       text        NOT NULL CHECK (length(text) BETWEEN 1 AND 500),
  by         uuid        NOT NULL,
  by_name    text        NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX request_note_of_request ON request_note (request_id, id);
CREATE INDEX request_note_of_player ON request_note (player_id);
GRANT SELECT, INSERT, UPDATE (text) ON request_note TO :service_role;
CREATE TRIGGER only_erased BEFORE UPDATE OF text ON request_note FOR EACH ROW WHEN (NEW.text <> 'erased') EXECUTE FUNCTION only_erased();

-- Pairs of a bank row and a request with a similar or cut reference that are no pairs, as an admin has said. Pairs of a bank row
-- and a withdrawal whose problem an admin has settled. Another problem of the same pair is not settled.
CREATE TABLE bank_pair_dismissed (
  bank_row_id uuid        NOT NULL REFERENCES bank_row,
  request_id  uuid        NOT NULL REFERENCES request,
  by_name     text        NOT NULL,
  at          timestamptz NOT NULL,
  problem     text        NOT NULL DEFAULT '',
  PRIMARY KEY (bank_row_id, request_id, problem)
);
GRANT SELECT, INSERT ON bank_pair_dismissed TO :service_role;
