-- expand: what the release before writes has no mark, and is believed for as long as `mark_start` says
-- A seed that was revealed must not come back as a commitment, whoever writes into these tables: its seal would open again. So a commitment is marked (seed-seal.ts) for one turn of its
-- seat, which no one but keep_commitment() counts: each play that leaves a seat, booked or refused, is a turn. `next_mark` binds the commitment that follows to the bet that it was
-- written with. An empty mark is one from before there were marks.
ALTER TABLE seat ADD COLUMN turn bigint NOT NULL DEFAULT 0, ADD COLUMN mark bytea DEFAULT '', ADD COLUMN next_mark bytea DEFAULT '';

-- Until when a writer that knows no marks is taken for the release before: for a day from when the first process that knows them begins. Where that has to go on for longer the owner of
-- the tables says so here. What the function names was looked up when it was made: in a session a temporary table would come first.
CREATE TABLE mark_start (
  only_row       boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  believed_until timestamptz
);
INSERT INTO mark_start DEFAULT VALUES;
GRANT SELECT ON mark_start TO :service_role;
CREATE FUNCTION begin_marks() RETURNS void LANGUAGE sql SECURITY DEFINER BEGIN ATOMIC
  UPDATE mark_start SET believed_until = now() + interval '1 day' WHERE believed_until IS NULL;
END;

-- A published commitment goes only by its play, and then the one that was written with that play takes its place; that is written with its play and stands until then. The table of the
-- time is named with its schema: in a session a temporary one would come before it.
CREATE OR REPLACE FUNCTION keep_commitment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  comes CONSTANT boolean := OLD.bet_id IS NULL AND NEW.bet_id IS NOT NULL;
  leaves CONSTANT boolean := OLD.bet_id IS NOT NULL AND NEW.bet_id IS NULL;
  stands CONSTANT boolean := (NEW.nonce, NEW.version, NEW.server_seed_hash, NEW.sealed_seed) = (OLD.nonce, OLD.version, OLD.server_seed_hash, OLD.sealed_seed);
  is_played CONSTANT boolean := leaves AND NEW.nonce = OLD.nonce + 1
    AND (NEW.version, NEW.server_seed_hash, NEW.sealed_seed) = (OLD.next_version, OLD.next_server_seed_hash, OLD.next_sealed_seed);
  next_stands CONSTANT boolean := (NEW.next_version, NEW.next_server_seed_hash, NEW.next_sealed_seed, NEW.next_mark)
    IS NOT DISTINCT FROM (OLD.next_version, OLD.next_server_seed_hash, OLD.next_sealed_seed, OLD.next_mark);
  unmarked bytea;
BEGIN
  IF NOT (
    (NEW.player_id, NEW.game) = (OLD.player_id, OLD.game) AND (stands OR is_played)
    AND (comes OR leaves OR NEW.bet_id IS NOT DISTINCT FROM OLD.bet_id)
    AND (comes OR next_stands) AND (leaves OR NEW.mark IS NOT DISTINCT FROM OLD.mark)
  ) THEN
    RAISE EXCEPTION 'the commitment of % at % stands', OLD.player_id, OLD.game USING ERRCODE = 'restrict_violation';
  END IF;
  NEW.turn := OLD.turn + leaves::integer;
  IF leaves AND coalesce(NEW.mark IN ('', OLD.mark), NEW.mark IS NULL) OR comes AND coalesce(NEW.next_mark IN ('', OLD.next_mark), NEW.next_mark IS NULL) THEN
    EXECUTE format('SELECT CASE WHEN coalesce(believed_until > clock_timestamp(), true) THEN ''''::bytea END FROM %I.mark_start', TG_TABLE_SCHEMA) INTO unmarked;
    IF leaves THEN
      NEW.mark := unmarked;
    ELSE
      NEW.next_mark := unmarked;
    END IF;
  END IF;
  RETURN NEW;
END
$$;
CREATE OR REPLACE TRIGGER seat_keeps_commitment
  BEFORE UPDATE OF player_id, game, nonce, version, server_seed_hash, sealed_seed, turn, mark, bet_id, next_version, next_server_seed_hash, next_sealed_seed, next_mark ON seat
  FOR EACH ROW EXECUTE FUNCTION keep_commitment();
