-- The player's part of the client seed. The app puts it before the random part of each bet's client
-- seed.
CREATE TABLE client_seed (
  player_id   uuid        PRIMARY KEY,
  client_seed text        NOT NULL CHECK (client_seed ~ '^[A-Za-z0-9_-]{1,47}$'),
  updated_at  timestamptz NOT NULL
);

-- A seat is a player's place at one game. It holds the published commitment and, while `bet_id` is
-- set, the bet that uses the commitment up. The service writes a bet here, with the next
-- commitment, before the wallet books the bet. `leased_until` bounds how long one replica asks the
-- wallet alone; the sweep takes the bet over at `retry_at`.
CREATE TABLE seat (
  player_id             uuid    NOT NULL,
  game                  text    NOT NULL,
  nonce                 bigint  NOT NULL DEFAULT 1,
  version               text    NOT NULL,
  server_seed_hash      bytea   NOT NULL,
  sealed_seed           bytea   NOT NULL,
  bet_id                uuid,
  idempotency_key       text,
  input_hash            bigint,
  client_seed           text,
  client_seed_by_player boolean,
  stake_paise           bigint,
  params                jsonb,
  next_version          text,
  next_server_seed_hash bytea,
  next_sealed_seed      bytea,
  attempts              integer,
  leased_until          timestamptz,
  retry_at              timestamptz,
  -- How many bets have left the seat. Only keep_commitment() counts them.
  turn                  bigint  NOT NULL DEFAULT 0,
  -- The mark allows the commitment for one turn (seed-seal.ts), so that a revealed seed cannot come
  -- back. An empty mark allows no turn. `next_mark` binds the next commitment to the bet.
  mark                  bytea   NOT NULL DEFAULT '',
  next_mark             bytea   NOT NULL DEFAULT '',
  PRIMARY KEY (player_id, game),
  CONSTRAINT seat_play_is_whole CHECK (
    bet_id IS NULL OR num_nulls(
      idempotency_key, input_hash, client_seed, client_seed_by_player, stake_paise, params,
      next_version, next_server_seed_hash, next_sealed_seed, attempts, leased_until, retry_at
    ) = 0
  )
) WITH (fillfactor = 50);
CREATE INDEX seat_unfinished ON seat (retry_at) WHERE bet_id IS NOT NULL;
-- For a metric: seats whose mark allows no turn. The index is empty most of the time.
CREATE INDEX seat_not_marked ON seat (game) WHERE length(mark) <> 32;

-- A commitment leaves the seat only with its bet, and then the next commitment that was written
-- with the bet takes its place. The function is in plpgsql, which is compiled once per connection;
-- the condition of a trigger is parsed for each statement.
CREATE FUNCTION keep_commitment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  comes CONSTANT boolean := OLD.bet_id IS NULL AND NEW.bet_id IS NOT NULL;
  leaves CONSTANT boolean := OLD.bet_id IS NOT NULL AND NEW.bet_id IS NULL;
  stands CONSTANT boolean := (NEW.nonce, NEW.version, NEW.server_seed_hash, NEW.sealed_seed) = (OLD.nonce, OLD.version, OLD.server_seed_hash, OLD.sealed_seed);
  is_played CONSTANT boolean := leaves AND NEW.nonce = OLD.nonce + 1
    AND (NEW.version, NEW.server_seed_hash, NEW.sealed_seed) = (OLD.next_version, OLD.next_server_seed_hash, OLD.next_sealed_seed);
  next_stands CONSTANT boolean := (NEW.next_version, NEW.next_server_seed_hash, NEW.next_sealed_seed, NEW.next_mark)
    IS NOT DISTINCT FROM (OLD.next_version, OLD.next_server_seed_hash, OLD.next_sealed_seed, OLD.next_mark);
BEGIN
  IF NOT (
    (NEW.player_id, NEW.game) = (OLD.player_id, OLD.game) AND (stands OR is_played)
    AND (comes OR leaves OR NEW.bet_id IS NOT DISTINCT FROM OLD.bet_id)
    AND (comes OR next_stands) AND (leaves OR NEW.mark = OLD.mark)
  ) THEN
    RAISE EXCEPTION 'the commitment of % at % stands', OLD.player_id, OLD.game USING ERRCODE = 'restrict_violation';
  END IF;
  NEW.turn := OLD.turn + leaves::integer;
  RETURN NEW;
END
$$;
CREATE TRIGGER seat_keeps_commitment
  BEFORE UPDATE OF player_id, game, nonce, version, server_seed_hash, sealed_seed, turn, mark, bet_id, next_version, next_server_seed_hash, next_sealed_seed, next_mark ON seat
  FOR EACH ROW EXECUTE FUNCTION keep_commitment();

-- Bets that have ended, which never change: the answers to their idempotency keys, their proofs,
-- and the game's log in the order of (transaction_id, bet_id). The server seed is in the clear, so
-- that a proof does not depend on the secret that encrypts unrevealed seeds.
CREATE TABLE play (
  bet_id                uuid        PRIMARY KEY,
  transaction_id        xid8        NOT NULL DEFAULT pg_current_xact_id(),
  player_id             uuid        NOT NULL,
  game                  text        NOT NULL,
  nonce                 bigint      NOT NULL,
  version               text        NOT NULL,
  server_seed           bytea       NOT NULL,
  server_seed_hash      bytea       NOT NULL,
  next_server_seed_hash bytea       NOT NULL,
  client_seed           text        NOT NULL,
  client_seed_by_player boolean     NOT NULL,
  idempotency_key       text        NOT NULL,
  -- The hash of player, game and key, so that one index look-up finds the bet of a key (keyHash in
  -- ended-plays.ts).
  key_hash              uuid        NOT NULL GENERATED ALWAYS AS
    (left(encode(sha256((player_id::text || ' ' || game || ' ' || idempotency_key)::bytea), 'hex'), 32)::uuid) STORED,
  input_hash            bigint      NOT NULL,
  stake_paise           bigint      NOT NULL,
  params                jsonb       NOT NULL,
  outcome               jsonb       NOT NULL,
  multiplier_units      bigint      NOT NULL,
  payout_paise          bigint      NOT NULL,
  balance_paise         bigint      NOT NULL,
  balance_seq           bigint      NOT NULL,
  bonus_released        boolean     NOT NULL,
  settled_at            timestamptz NOT NULL,
  -- A commitment and an idempotency key each serve one bet.
  CONSTRAINT play_nonce UNIQUE (player_id, game, nonce),
  CONSTRAINT play_key UNIQUE (key_hash),
  -- One expression for all rules, because PostgreSQL parses each constraint again for each
  -- statement.
  CONSTRAINT play_is_true CHECK (
    least(stake_paise - 1, nonce - 1, multiplier_units, payout_paise, balance_paise, balance_seq) >= 0
    AND server_seed_hash = sha256(encode(server_seed, 'hex')::bytea)
  )
);
CREATE INDEX play_log ON play (transaction_id, bet_id);

GRANT SELECT, INSERT, UPDATE (client_seed, updated_at) ON client_seed TO :service_role;
GRANT SELECT, INSERT, UPDATE ON seat TO :service_role;
GRANT SELECT, INSERT ON play TO :service_role;
