-- Plays that last, each from when its stake was taken: the answer to its start, the steps in their order, and how it ends once that is decided. The seat holds
-- what decides the play until it has ended (game.sql); what stands here then is what its calls are answered with again. `moves` counts the writings, so that one
-- which was decided by an older state counts for nothing.
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

-- In plpgsql, as keep_commitment: an end that was decided stands, and so do the steps before it.
CREATE FUNCTION keep_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ending IS NULL AND NEW.moves = OLD.moves + 1 AND jsonb_array_length(NEW.steps) >= jsonb_array_length(OLD.steps) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the play % is not to be written again', OLD.bet_id USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER lasting_play_keeps_ending BEFORE UPDATE ON lasting_play FOR EACH ROW EXECUTE FUNCTION keep_ending();

GRANT SELECT, INSERT, UPDATE (moves, moved_at, steps, ending) ON lasting_play TO :service_role;
