-- Chains of server seeds. The seed of the last round is made from the secret of the epoch and
-- `top_salt` (chains.ts). Each seed is the SHA-256 of the next seed, down to the published
-- `chain_end`.
CREATE TABLE chain (
  chain_id    uuid        PRIMARY KEY,
  first_round bigint      NOT NULL UNIQUE,
  length      integer     NOT NULL CHECK (length > 0),
  chain_end   text        NOT NULL CHECK (chain_end ~ '^[0-9a-f]{64}$'),
  salt        text        NOT NULL CHECK (salt ~ '^[0-9a-f]{64}$'),
  epoch       text        NOT NULL,
  top_salt    text        NOT NULL,
  timeline    text        NOT NULL,
  made_at     timestamptz NOT NULL
);

-- Rounds, with times of the round clock (ms since the epoch). The service writes a value before it
-- shows the value. The commitment and the betting times are written before betting opens, the client
-- seed and the take-off time before take-off. `term` is the leader's term at the opening.
CREATE TABLE round (
  round_number      bigint  PRIMARY KEY,
  round_id          uuid    NOT NULL UNIQUE,
  chain_id          uuid    NOT NULL REFERENCES chain,
  version           text    NOT NULL,
  volatility_mode   text    NOT NULL CHECK (volatility_mode IN ('mild', 'normal', 'hard')),
  fairness_hash     text    NOT NULL CHECK (fairness_hash ~ '^[0-9a-f]{64}$'),
  term              bigint  NOT NULL,
  opened_at_ms      bigint  NOT NULL,
  betting_ends_at_ms bigint NOT NULL,
  phase             text    NOT NULL CHECK (phase IN ('betting', 'flying', 'crashed', 'void')),
  client_seeds      text[],
  client_seed       text,
  takeoff_at_ms     bigint,
  crash_point_hundredths integer CHECK (crash_point_hundredths BETWEEN 100 AND 10000),
  server_seed       text,
  ended_at_ms       bigint,
  CONSTRAINT round_is_whole CHECK (CASE phase
    WHEN 'betting' THEN num_nonnulls(client_seeds, client_seed, takeoff_at_ms, crash_point_hundredths, server_seed, ended_at_ms) = 0
    WHEN 'flying' THEN num_nulls(client_seeds, client_seed, takeoff_at_ms) = 0 AND num_nonnulls(crash_point_hundredths, server_seed, ended_at_ms) = 0
    ELSE num_nulls(client_seeds, client_seed, takeoff_at_ms, crash_point_hundredths, server_seed, ended_at_ms) = 0
  END),
  -- The revealed server seed matches its commitment.
  CONSTRAINT round_keeps_promise CHECK (server_seed IS NULL OR fairness_hash = encode(sha256(server_seed::bytea), 'hex'))
);
CREATE INDEX round_crashed ON round (round_number) WHERE phase = 'crashed';
CREATE INDEX round_void ON round (round_number) WHERE phase = 'void';

-- Bets. `asked`: written before the wallet reserves the stake. `open`: accepted, at its `place` of
-- the round. `decided`: the payout is fixed and the wallet settles the bet. The row of a bet that was
-- not accepted is deleted after the wallet has returned the stake.
CREATE TABLE bet (
  bet_id                uuid    PRIMARY KEY,
  round_number          bigint  NOT NULL REFERENCES round,
  player_id             uuid    NOT NULL,
  name                  text    NOT NULL,
  stake_paise           bigint  NOT NULL CHECK (stake_paise > 0),
  target_hundredths     integer CHECK (target_hundredths BETWEEN 101 AND 10000),
  client_seed           text    NOT NULL CHECK (client_seed ~ '^[A-Za-z0-9_-]{1,64}$'),
  client_seed_by_player boolean NOT NULL,
  placed_at             timestamptz NOT NULL,
  status                text    NOT NULL CHECK (status IN ('asked', 'open', 'decided', 'cashed_out', 'lost', 'refunded')),
  place                 integer,
  multiplier_hundredths integer,
  payout_paise          bigint  CHECK (payout_paise >= 0),
  auto                  boolean,
  received_at_ms        bigint,
  balance_paise         bigint,
  balance_seq           bigint,
  bonus_released        boolean,
  settled_at            timestamptz,
  CONSTRAINT bet_of_player UNIQUE (player_id, round_number),
  CONSTRAINT bet_is_whole CHECK (
    (place IS NULL) = (status = 'asked')
    AND num_nulls(multiplier_hundredths, payout_paise, auto, received_at_ms) = CASE WHEN status IN ('decided', 'cashed_out', 'lost') THEN 0 ELSE 4 END
    AND num_nulls(balance_paise, balance_seq, bonus_released, settled_at) = CASE WHEN status IN ('cashed_out', 'lost', 'refunded') THEN 0 ELSE 4 END
  )
) WITH (fillfactor = 70);
CREATE INDEX bet_unsettled ON bet (round_number) WHERE status IN ('asked', 'open', 'decided');
-- For the top wins of a day, which any visitor may read.
CREATE INDEX bet_won_on ON bet (((settled_at AT TIME ZONE 'Asia/Kolkata')::date), payout_paise DESC, settled_at) WHERE status = 'cashed_out';
-- For all bets of a round, also after its end (src/db/read-bets.ts). The column never changes,
-- so updates leave the index as it is.
CREATE INDEX bet_of_round ON bet (round_number);

-- A bet ends once, and its payout is fixed once. A batch may write several steps of a bet in one.
CREATE FUNCTION keep_bet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF OLD.status = 'asked' THEN RETURN OLD; END IF;
  ELSIF OLD.status IN ('asked', 'open') AND NEW.status IN ('open', 'decided', 'refunded')
    OR OLD.status = 'decided' AND NEW.status IN ('cashed_out', 'lost') AND NEW.payout_paise = OLD.payout_paise
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'bet % is % and stays so', OLD.bet_id, OLD.status USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER bet_ends_once BEFORE UPDATE OR DELETE ON bet FOR EACH ROW EXECUTE FUNCTION keep_bet();

-- Changes of the volatility mode. The newest row is in force.
CREATE TABLE volatility_change (
  change_no  bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  mode       text        NOT NULL CHECK (mode IN ('mild', 'normal', 'hard')),
  previous   text        NOT NULL,
  admin_name text        NOT NULL,
  changed_at timestamptz NOT NULL
);

GRANT SELECT, INSERT ON volatility_change TO :service_role;
GRANT SELECT, INSERT, DELETE ON chain TO :service_role;
GRANT SELECT, INSERT, UPDATE (phase, client_seeds, client_seed, takeoff_at_ms, crash_point_hundredths, server_seed, ended_at_ms) ON round TO :service_role;
GRANT SELECT, INSERT, DELETE, UPDATE (status, place, multiplier_hundredths, payout_paise, auto, received_at_ms, balance_paise, balance_seq, bonus_released, settled_at) ON bet TO :service_role;
-- kit: turn
-- kit: audit
-- kit: leadership
-- kit: epochs
-- kit: game-kit/returns
