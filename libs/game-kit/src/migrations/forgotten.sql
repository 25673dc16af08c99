-- expand: the release before forgets only plays that have ended
-- What stands of a play that lasts is forgotten neither while a seat holds it (held.sql) nor as long as it is not among those that have ended: taken off its seat, forgotten and put back
-- there it would look as if its player had seen nothing of it, and be taken off again with its stake.
CREATE OR REPLACE FUNCTION keep_held() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  goes_on boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM gone WHERE NOT EXISTS (SELECT FROM %1$I.play WHERE play.bet_id = gone.bet_id))
    OR EXISTS (SELECT FROM gone JOIN %1$I.seat USING (bet_id) WHERE seat.bet_id IS NOT NULL)', TG_TABLE_SCHEMA) INTO goes_on;
  IF goes_on THEN
    RAISE EXCEPTION 'a play that has not ended is not forgotten' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;
