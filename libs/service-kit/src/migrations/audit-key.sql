-- The audit log is hashed with a key that this database does not have, from the next row on; the rows before are in the hash of that one. Each row has the address that was asked from.
ALTER TABLE audit ADD COLUMN ip text, ADD COLUMN key_id text;
CREATE INDEX audit_by_time ON audit (at);

-- What the grants leave to the owner of the table is refused all the same: rows are added, each behind the last.
CREATE FUNCTION audit_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of the audit log are never changed or removed' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_stays();

CREATE FUNCTION audit_goes_on() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  last audit%ROWTYPE;
BEGIN
  SELECT * INTO last FROM audit ORDER BY sequence DESC LIMIT 1;
  IF NEW.key_id IS NULL OR NEW.sequence <> coalesce(last.sequence, 0) + 1
    OR NEW.previous_hash <> coalesce(last.hash, repeat('0', 64)) THEN
    RAISE EXCEPTION 'row % does not follow the last row of the audit log', NEW.sequence USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_goes_on BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_goes_on();
