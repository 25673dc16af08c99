-- Games in progress, each from the time of its stake. A row has the balance after the stake, the
-- steps in their order, and the ending once it is decided. The seat holds the rest of the bet
-- (game.sql).
-- `moves` counts the updates, so that an update by an older state is refused.
CREATE TABLE lasting_play (
  bet_id        uuid        PRIMARY KEY,
  player_id     uuid        NOT NULL,
  game          text        NOT NULL,
  balance_paise bigint      NOT NULL,
  balance_seq   bigint      NOT NULL,
  opened_at     timestamptz NOT NULL,
  moves         integer     NOT NULL,
  moved_at      timestamptz NOT NULL,
  steps         jsonb       NOT NULL,
  ending        jsonb
) WITH (fillfactor = 50);
-- No step changes this column, so an update leaves the index as it is.
CREATE INDEX lasting_play_opened ON lasting_play (opened_at);

-- An ending and the steps before it stay as they are.
CREATE FUNCTION keep_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ending IS NULL AND NEW.moves = OLD.moves + 1 AND jsonb_array_length(NEW.steps) >= jsonb_array_length(OLD.steps) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the play % is not to be written again', OLD.bet_id USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER lasting_play_keeps_ending BEFORE UPDATE ON lasting_play FOR EACH ROW EXECUTE FUNCTION keep_ending();

-- A game in progress is not deleted while a seat holds it or before its bet has ended. Otherwise
-- the game could start again after its player saw tiles.
CREATE FUNCTION keep_held() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER lasting_play_is_held AFTER DELETE ON lasting_play REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION keep_held();

GRANT SELECT, INSERT, UPDATE (moves, moved_at, steps, ending), DELETE ON lasting_play TO :service_role;
