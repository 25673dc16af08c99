-- The player's part of the client seed. The app puts it before the random part of each bet's client
-- seed.
CREATE TABLE client_seed (
  player_id   uuid PRIMARY KEY,
  client_seed text NOT NULL CHECK (client_seed ~ '^[A-Za-z0-9_-]{1,47}$')
);

-- The sources of the first commitments of players (seeds.ts). The source of each later commitment is
-- in the bet before it.
CREATE TABLE first_commitment (
  player_id    uuid        NOT NULL,
  game         text        NOT NULL,
  version      text        NOT NULL,
  epoch        text        NOT NULL,
  salt         text        NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (player_id, game)
);

-- The bets, read from the wallet's log (read-bets.ts). `placed` is the first entry of a bet,
-- and `ended` the last one of a game that lasted. The rest is computed from them. A bet in progress
-- is due when it has been idle, or when its end was not settled.
CREATE TABLE bet (
  bet_id     uuid        PRIMARY KEY,
  player_id  uuid        NOT NULL,
  game       text        NOT NULL,
  nonce      bigint      NOT NULL,
  key_hash   text        NOT NULL,
  params     jsonb       NOT NULL,
  opened_at  timestamptz NOT NULL,
  settled_at timestamptz,
  due_at     timestamptz,
  placed     jsonb       NOT NULL,
  ended      jsonb,
  CONSTRAINT bet_nonce UNIQUE (player_id, game, nonce)
) WITH (fillfactor = 80);
-- With the nonce, so that the planner has no reason to read all bets of a player in their order.
CREATE INDEX bet_key ON bet (player_id, game, key_hash, nonce);
CREATE INDEX bet_due ON bet (due_at) WHERE settled_at IS NULL;

-- Entries of the wallet's log that this release could not read. The player of an entry cannot bet
-- until a later leader has read the entry.
CREATE TABLE unread_bet (
  bet_id    uuid  NOT NULL,
  kind      text  NOT NULL,
  player_id uuid  NOT NULL,
  recorded  jsonb NOT NULL,
  PRIMARY KEY (bet_id, kind)
);
CREATE INDEX unread_bet_of_player ON unread_bet (player_id);

-- The position of the reader in the wallet's log, and the newest restore (read-bets.ts).
CREATE TABLE log_position (
  only_row     boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  cursor       text        NOT NULL,
  -- The timeline of the database. Another one shows a restore or a failover.
  timeline     text,
  restored_at  timestamptz,
  restore_salt text
);
INSERT INTO log_position (cursor) VALUES ('');

GRANT SELECT, INSERT, UPDATE (client_seed) ON client_seed TO :service_role;
GRANT SELECT, INSERT ON first_commitment TO :service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON bet TO :service_role;
GRANT SELECT, INSERT, DELETE ON unread_bet TO :service_role;
GRANT SELECT, UPDATE ON log_position TO :service_role;
