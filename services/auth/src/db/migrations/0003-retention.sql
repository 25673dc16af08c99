-- expand: the triggers guard columns that the previous release may not change at all.

-- Since when the device of the session is known: a login keeps the time of the device that its browser showed.
ALTER TABLE session ADD COLUMN device_since timestamptz;

-- The last time that a mailed code set the password.
ALTER TABLE player ADD COLUMN password_reset_at timestamptz;
GRANT UPDATE (password_reset_at) ON player TO :service_role;

-- When the personal data of a closed account was removed. The row keeps its id, so that the ledger stays whole.
ALTER TABLE player ADD COLUMN erased_at timestamptz;
CREATE INDEX player_to_erase ON player (closed_at) WHERE closed_at IS NOT NULL AND erased_at IS NULL;
GRANT UPDATE (email, erased_at) ON player TO :service_role;
GRANT UPDATE (ip) ON consent TO :service_role;
GRANT UPDATE (text) ON player_note TO :service_role;

-- The database lets e-mails and notes change in one way only: to what an erased account has.
CREATE FUNCTION only_erased() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a row of % changes only when its account is erased', TG_TABLE_NAME;
END $$;
CREATE TRIGGER only_erased BEFORE UPDATE OF email ON player FOR EACH ROW
  WHEN (NEW.email <> OLD.email AND (OLD.closed_at IS NULL OR NEW.email <> 'erased-' || OLD.id)) EXECUTE FUNCTION only_erased();
CREATE TRIGGER only_erased BEFORE UPDATE OF text ON player_note FOR EACH ROW WHEN (NEW.text <> 'erased') EXECUTE FUNCTION only_erased();
