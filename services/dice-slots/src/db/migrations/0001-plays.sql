-- The seed of a player's own, which the app puts before the random part of each play's client seed.
CREATE TABLE client_seed (
  player_id   uuid        PRIMARY KEY,
  client_seed text        NOT NULL CHECK (client_seed ~ '^[A-Za-z0-9_-]{1,47}$'),
  updated_at  timestamptz NOT NULL
);

-- Published commitments. The newest of a player's game is the current one; it is never made anew and never goes away. The foreign key leaves no gap in the
-- nonces. `sealed_seed` is the server seed, encrypted.
CREATE TABLE commitment (
  player_id        uuid        NOT NULL,
  game             text        NOT NULL CHECK (game IN ('dice', 'slots')),
  nonce            bigint      NOT NULL CHECK (nonce >= 1),
  previous_nonce   bigint      GENERATED ALWAYS AS (nullif(nonce - 1, 0)) STORED,
  version          text        NOT NULL,
  server_seed_hash text        NOT NULL CONSTRAINT commitment_hash UNIQUE CHECK (server_seed_hash ~ '^[0-9a-f]{64}$'),
  sealed_seed      bytea       NOT NULL,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (player_id, game, nonce),
  UNIQUE (player_id, game, nonce, version, server_seed_hash),
  FOREIGN KEY (player_id, game, previous_nonce) REFERENCES commitment (player_id, game, nonce)
);

-- Plays. A row is written before the wallet is asked (`claimed`, with all that decides the play), and ends `settled` or, when the wallet took no money,
-- `refused`. The seed stands here in the clear from the moment it is revealed, so that no proof depends on the key that seals the others.
CREATE TABLE play (
  bet_id             uuid        PRIMARY KEY,
  player_id          uuid        NOT NULL,
  game               text        NOT NULL,
  nonce              bigint      NOT NULL,
  version            text        NOT NULL,
  server_seed_hash   text        NOT NULL,
  idempotency_key    text        NOT NULL CHECK (length(idempotency_key) BETWEEN 8 AND 64),
  input_hash         text        NOT NULL CHECK (input_hash ~ '^[0-9a-f]{64}$'),
  client_seed        text        NOT NULL CHECK (client_seed ~ '^[A-Za-z0-9_-]{1,64}$'),
  client_seed_by     text        NOT NULL CHECK (client_seed_by IN ('player', 'server')),
  stake_paise        bigint      NOT NULL CHECK (stake_paise > 0),
  params             jsonb       NOT NULL,
  claimed_at         timestamptz NOT NULL,
  state              text        NOT NULL DEFAULT 'claimed' CHECK (state IN ('claimed', 'settled', 'refused')),
  -- How often the wallet was asked, until when somebody is asking it, and when the sweep asks next.
  attempts           integer     NOT NULL DEFAULT 1 CHECK (attempts >= 1),
  leased_until       timestamptz NOT NULL,
  retry_at           timestamptz NOT NULL,
  server_seed        text        CONSTRAINT play_seed_of_hash CHECK (encode(sha256(server_seed::bytea), 'hex') = server_seed_hash),
  outcome            jsonb,
  multiplier_units   bigint      CHECK (multiplier_units >= 0),
  payout_paise       bigint      CHECK (payout_paise >= 0),
  balance_paise      bigint      CHECK (balance_paise >= 0),
  bonus_released     boolean,
  settled_at         timestamptz,
  -- The transaction that settled it: the order of the log of facts.
  settled_xid        xid8,
  FOREIGN KEY (player_id, game, nonce, version, server_seed_hash)
    REFERENCES commitment (player_id, game, nonce, version, server_seed_hash),
  CHECK ((state = 'settled') = (num_nulls(server_seed, outcome, multiplier_units, payout_paise, balance_paise, bonus_released, settled_at, settled_xid) = 0)),
  CHECK (state = 'settled' OR num_nonnulls(server_seed, outcome, multiplier_units, payout_paise, balance_paise, bonus_released, settled_at, settled_xid) = 0),
  CHECK (game <> 'dice' OR coalesce((params ->> 'rollOver')::numeric BETWEEN 0 AND 99.99, false)),
  CHECK (game <> 'dice' OR outcome IS NULL OR coalesce((outcome ->> 'roll')::numeric BETWEEN 0 AND 99.99, false))
);
-- A commitment serves one play and a key books one play; a refused play has used up neither.
CREATE UNIQUE INDEX play_nonce ON play (player_id, game, nonce) WHERE state <> 'refused';
CREATE UNIQUE INDEX play_key ON play (player_id, game, idempotency_key) WHERE state <> 'refused';
CREATE INDEX play_log ON play (settled_xid) WHERE settled_xid IS NOT NULL;
CREATE INDEX play_unfinished ON play (retry_at) WHERE state = 'claimed';

-- What has ended is never written again, whatever the service does.
CREATE FUNCTION refuse_change_of_ended_play() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'play % has ended', OLD.bet_id USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER play_ends_once BEFORE UPDATE ON play
  FOR EACH ROW WHEN (OLD.state <> 'claimed') EXECUTE FUNCTION refuse_change_of_ended_play();

GRANT SELECT, INSERT, UPDATE (client_seed, updated_at) ON client_seed TO :service_role;
GRANT SELECT, INSERT ON commitment TO :service_role;
GRANT SELECT, INSERT ON play TO :service_role;
GRANT UPDATE (
  state, attempts, leased_until, retry_at, server_seed, outcome, multiplier_units, payout_paise, balance_paise, bonus_released, settled_at, settled_xid
) ON play TO :service_role;
