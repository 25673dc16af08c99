-- expand: the release before forgets only plays that have left their seats
-- What stands of a play that lasts is not forgotten while a seat holds it: whoever did that would have it opened anew with what its player has seen of it. A row could name another player
-- than the seat does, so the bet is looked for; those under way have an index.
CREATE FUNCTION keep_held() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_held boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT FROM gone JOIN %I.seat USING (bet_id) WHERE seat.bet_id IS NOT NULL)', TG_TABLE_SCHEMA) INTO is_held;
  IF is_held THEN
    RAISE EXCEPTION 'a play that is under way is not forgotten' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER lasting_play_is_held AFTER DELETE ON lasting_play REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_held();
