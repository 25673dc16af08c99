-- The seed of a player's own, which the app puts before the random part of each play's client seed.
CREATE TABLE client_seed (
  player_id   uuid        PRIMARY KEY,
  client_seed text        NOT NULL CHECK (client_seed ~ '^[A-Za-z0-9_-]{1,47}$'),
  updated_at  timestamptz NOT NULL
);

-- A player's place at one game: the published commitment, which the next play uses up, and, while `bet_id` is set, the play that uses it up. A play is
-- written here with all that decides it, and with the commitment that follows, before the wallet is asked: its seat is its claim. `leased_until` is how long
-- one sender asks the wallet alone, `retry_at` when the sweep takes over.
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
  PRIMARY KEY (player_id, game),
  CONSTRAINT seat_play_is_whole CHECK (
    bet_id IS NULL OR num_nulls(
      idempotency_key, input_hash, client_seed, client_seed_by_player, stake_paise, params,
      next_version, next_server_seed_hash, next_sealed_seed, attempts, leased_until, retry_at
    ) = 0
  )
) WITH (fillfactor = 50);
CREATE INDEX seat_unfinished ON seat (retry_at) WHERE bet_id IS NOT NULL;

-- A published commitment goes only by its play, and then the one that was written with that play takes its place. In plpgsql, which is compiled once a
-- session: the condition of a trigger is read anew for each statement.
CREATE FUNCTION keep_commitment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.nonce = OLD.nonce + 1 AND OLD.bet_id IS NOT NULL AND NEW.bet_id IS NULL
    AND NEW.version = OLD.next_version AND NEW.server_seed_hash = OLD.next_server_seed_hash AND NEW.sealed_seed = OLD.next_sealed_seed
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the commitment of % at % stands', OLD.player_id, OLD.game USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER seat_keeps_commitment BEFORE UPDATE OF player_id, game, nonce, version, server_seed_hash, sealed_seed ON seat
  FOR EACH ROW EXECUTE FUNCTION keep_commitment();

-- Plays that have ended: the replies to their keys, their proofs, and the game's log in the order of (transaction_id, bet_id). Nothing here ever changes.
-- The seed stands here in the clear, so that no proof depends on the key that seals those which are not revealed.
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
  -- Of the key with its player and game, so that one look into an index finds the play of a key, whoever else uses that key (keyHash in ended-plays.ts).
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
  -- A commitment serves one play, and a key books one play.
  CONSTRAINT play_nonce UNIQUE (player_id, game, nonce),
  CONSTRAINT play_key UNIQUE (key_hash),
  -- One expression for all: each constraint is read anew for each statement.
  CONSTRAINT play_is_true CHECK (
    least(stake_paise - 1, nonce - 1, multiplier_units, payout_paise, balance_paise, balance_seq) >= 0
    AND server_seed_hash = sha256(encode(server_seed, 'hex')::bytea)
  )
);
CREATE INDEX play_log ON play (transaction_id, bet_id);

GRANT SELECT, INSERT, UPDATE (client_seed, updated_at) ON client_seed TO :service_role;
GRANT SELECT, INSERT, UPDATE ON seat TO :service_role;
GRANT SELECT, INSERT ON play TO :service_role;
