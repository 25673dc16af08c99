-- One row for each player: the player's three ledger accounts (balance, open stakes, held
-- withdrawals) and the sums that the rules need. A write names the version that it read and adds
-- one to the version, so that no change is lost. Writers lock rows in the order of account_no.
CREATE TABLE account (
  account_no          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id           uuid    NOT NULL CONSTRAINT account_player UNIQUE,
  version             bigint  NOT NULL DEFAULT 0,
  sequence            integer NOT NULL DEFAULT 0,
  balance_paise       bigint  NOT NULL DEFAULT 0,
  open_paise          bigint  NOT NULL DEFAULT 0,
  held_paise          bigint  NOT NULL DEFAULT 0,
  first_deposit_paise bigint  NOT NULL DEFAULT 0,
  bonus_paise         bigint  NOT NULL DEFAULT 0,
  counted_paise       bigint  NOT NULL DEFAULT 0,
  -- Days since 1970-01-01 in Asia/Kolkata. The wagered and lost sums are those of the day, week and
  -- month of this day.
  activity_day        integer NOT NULL DEFAULT 0,
  bonus_released      boolean NOT NULL DEFAULT false,
  wagered_day_paise   bigint  NOT NULL DEFAULT 0,
  wagered_week_paise  bigint  NOT NULL DEFAULT 0,
  wagered_month_paise bigint  NOT NULL DEFAULT 0,
  lost_day_paise      bigint  NOT NULL DEFAULT 0,
  lost_week_paise     bigint  NOT NULL DEFAULT 0,
  lost_month_paise    bigint  NOT NULL DEFAULT 0,
  -- Payouts less stakes of all ended bets. The net result of a session is the difference to this
  -- sum at its login.
  net_paise               bigint  NOT NULL DEFAULT 0,
  -- Limits of safer play, a break, an exclusion and a suspension, as domain/protection.ts has them;
  -- NULL before the first. The last column, so that the log of an update does not contain it.
  protection          jsonb,
  -- One expression for all rules, because PostgreSQL parses each constraint again for each
  -- statement.
  CONSTRAINT account_not_negative CHECK (
    least(sequence, balance_paise, open_paise, held_paise, first_deposit_paise, bonus_paise, counted_paise) >= 0
  )
) WITH (fillfactor = 60);

-- The accounts of the casino: winnings and losses, money from and to the outside, the cost of
-- bonuses. Each writer has its own row, because every bet would wait for the lock of a single row.
-- The sum of all rows is the account.
CREATE TABLE house_account (
  shard         smallint PRIMARY KEY,
  house_paise   bigint   NOT NULL DEFAULT 0,
  outside_paise bigint   NOT NULL DEFAULT 0,
  bonus_paise   bigint   NOT NULL DEFAULT 0
) WITH (fillfactor = 20);
INSERT INTO house_account (shard) SELECT generate_series(0, 63);

-- The ledger: one row for each transfer, with all its sides, which sum to zero. A row is also the
-- answer to a repeated command, a line of the player's history and an entry of the wallet's log.
CREATE TABLE entry (
  reference           uuid        NOT NULL,
  transaction_id      xid8        NOT NULL DEFAULT pg_current_xact_id(),
  at                  timestamptz NOT NULL,
  account_no          integer     NOT NULL,
  sequence            integer     NOT NULL,
  shard               smallint    NOT NULL,
  step                text        NOT NULL,
  kind                text        NOT NULL,
  game                text,
  stake_paise         bigint      NOT NULL,
  payout_paise        bigint      NOT NULL,
  balance_side_paise  bigint      NOT NULL,
  open_side_paise     bigint      NOT NULL,
  held_side_paise     bigint      NOT NULL,
  house_side_paise    bigint      NOT NULL,
  outside_side_paise  bigint      NOT NULL,
  bonus_side_paise    bigint      NOT NULL,
  balance_after_paise bigint      NOT NULL,
  input_hash          bigint      NOT NULL,
  note                text,
  -- What the game stores with a bet. The wallet does not read it.
  detail              text        CHECK (octet_length(detail) <= 512),
  -- An account writes one sequence after the other, because each write names the version of the
  -- account. A unique key of a partitioned table has to contain the time.
  PRIMARY KEY (account_no, sequence, at),
  CONSTRAINT entry_kind_and_step CHECK (
    CASE step
      WHEN 'open' THEN kind IN ('play', 'reserve', 'deposit', 'hold', 'void', 'release', 'correction')
      WHEN 'close' THEN kind IN ('settle', 'void', 'release', 'pay-out')
      WHEN 'bonus' THEN kind = 'bonus'
      ELSE false
    END
  ),
  CONSTRAINT entry_not_negative CHECK (least(stake_paise, payout_paise, balance_after_paise, sequence - 1) >= 0),
  CONSTRAINT entry_sums_to_zero CHECK (
    balance_side_paise + open_side_paise + held_side_paise + house_side_paise + outside_side_paise + bonus_side_paise = 0
  )
) PARTITION BY RANGE (at);
-- The order of the log.
CREATE INDEX entry_by_transaction ON entry (transaction_id);

-- The idempotency keys: a reference opens once, closes once and releases one bonus. A void or
-- release that arrives first takes the step 'open'. A row names the place of its entry.
CREATE TABLE entry_key (
  reference  uuid        NOT NULL,
  step       text        NOT NULL,
  account_no integer     NOT NULL,
  sequence   integer     NOT NULL,
  at         timestamptz NOT NULL,
  CONSTRAINT entry_key_once PRIMARY KEY (reference, step)
);

-- Entries of a month without a table of its own, so that no booking fails.
CREATE TABLE entry_other PARTITION OF entry DEFAULT;

-- Makes the partitions of `entry` for the month of a time and the two months after it, in UTC. The
-- role of the service owns no table, so the function runs with the rights of its owner. A new
-- partition locks entry_other; after 1 s the next call tries again.
CREATE FUNCTION provide_months(first timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = wallet SET timezone = 'UTC' SET lock_timeout = '1s' AS $$
DECLARE
  month timestamptz;
  name text;
BEGIN
  FOR month IN SELECT date_trunc('month', first) + ahead * interval '1 month' FROM generate_series(0, 2) AS ahead LOOP
    name := 'entry_' || to_char(month, 'YYYY_MM');
    CONTINUE WHEN to_regclass(name) IS NOT NULL;
    -- A table that is attached afterwards does not lock the other partitions.
    EXECUTE format('CREATE TABLE %I (LIKE entry INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE entry ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, month, month + interval '1 month');
  END LOOP;
END
$$;
-- expand: the function is new, and only the service calls it
REVOKE EXECUTE ON FUNCTION provide_months FROM PUBLIC;
GRANT EXECUTE ON FUNCTION provide_months TO :service_role;
SELECT provide_months(now());

-- The newest reconciliation, and how far it has come.
CREATE TABLE reconciliation (
  only_row        boolean     PRIMARY KEY DEFAULT true CHECK (only_row),
  -- The snapshot whose entries are in the table proven_account; the accounts with a break; the
  -- account after which the next run reads old entries again.
  seen            pg_snapshot NOT NULL DEFAULT '1:1:',
  suspects        integer[]   NOT NULL DEFAULT '{}',
  reread_after    integer     NOT NULL DEFAULT 0,
  -- The end of the newest run that did not fail. A new ledger has until then the time of its making.
  checked_at      timestamptz NOT NULL DEFAULT now(),
  failed          boolean     NOT NULL DEFAULT false,
  breaks          bigint      NOT NULL DEFAULT 0,
  result          jsonb       NOT NULL DEFAULT '{"state": "unknown", "checkedAt": null, "checks": [], "entries": 0, "playersTotal": 0,
    "heldTotal": 0, "openStakesTotal": 0, "houseTotal": 0, "outsideTotal": 0, "bonusTotal": 0}',
  -- An operator allows pay-outs with so many breaks, until the ledger is clean again.
  allowed_breaks  bigint      NOT NULL DEFAULT 0
);
INSERT INTO reconciliation DEFAULT VALUES;

-- The sums of the entries of each account up to the newest reconciliation.
CREATE TABLE proven_account (
  account_no       integer PRIMARY KEY,
  entries          bigint NOT NULL,
  balance_paise    bigint NOT NULL,
  open_paise       bigint NOT NULL,
  held_paise       bigint NOT NULL,
  house_paise      bigint NOT NULL,
  outside_paise    bigint NOT NULL,
  bonus_paise      bigint NOT NULL,
  bonuses          bigint NOT NULL,
  paid_bonus_paise bigint NOT NULL
) WITH (fillfactor = 60);

-- The sums of the entries of archived months.
CREATE TABLE archived_account (LIKE proven_account INCLUDING ALL);

-- Takes the oldest month out of the ledger. Its table stays, for a copy and a DROP TABLE by the
-- operator. The role of the service must not run the function.
CREATE FUNCTION archive_month(month date) RETURNS text LANGUAGE plpgsql SET search_path = wallet SET timezone = 'UTC' AS $$
DECLARE
  name text := 'entry_' || to_char(month, 'YYYY_MM');
  later timestamptz := date_trunc('month', month::timestamptz) + interval '1 month';
BEGIN
  IF later > now() - interval '1 month' THEN RAISE EXCEPTION '% is too young', name; END IF;
  IF EXISTS (SELECT FROM entry WHERE at < later - interval '1 month') THEN RAISE EXCEPTION 'an earlier month must go first'; END IF;
  -- A reader that lags less than one hour has its cursor at such an entry or after it.
  IF NOT EXISTS (SELECT FROM entry WHERE at >= later AND at < now() - interval '1 hour') THEN
    RAISE EXCEPTION '% may have the cursors of readers', name;
  END IF;
  IF EXISTS (SELECT FROM reconciliation WHERE breaks > 0 OR failed OR checked_at < now() - interval '1 hour') THEN
    RAISE EXCEPTION 'the ledger must be clean';
  END IF;
  IF EXISTS (
    SELECT FROM entry opened WHERE at < later AND kind IN ('reserve', 'hold')
      AND NOT EXISTS (SELECT FROM entry_key WHERE reference = opened.reference AND step = 'close')
  ) THEN RAISE EXCEPTION '% has open bets or withdrawals', name; END IF;
  INSERT INTO archived_account
    SELECT account_no, count(*), sum(balance_side_paise), sum(open_side_paise), sum(held_side_paise), sum(house_side_paise), sum(outside_side_paise),
      sum(bonus_side_paise), count(*) FILTER (WHERE kind = 'bonus'), coalesce(sum(balance_side_paise) FILTER (WHERE kind = 'bonus'), 0)
    FROM entry WHERE at < later GROUP BY account_no
  ON CONFLICT (account_no) DO UPDATE SET entries = archived_account.entries + excluded.entries,
    balance_paise = archived_account.balance_paise + excluded.balance_paise, open_paise = archived_account.open_paise + excluded.open_paise,
    held_paise = archived_account.held_paise + excluded.held_paise, house_paise = archived_account.house_paise + excluded.house_paise,
    outside_paise = archived_account.outside_paise + excluded.outside_paise, bonus_paise = archived_account.bonus_paise + excluded.bonus_paise,
    bonuses = archived_account.bonuses + excluded.bonuses, paid_bonus_paise = archived_account.paid_bonus_paise + excluded.paid_bonus_paise;
  IF EXISTS (SELECT FROM entry JOIN archived_account USING (account_no) WHERE at < later GROUP BY account_no, entries HAVING max(sequence) <> entries) THEN
    RAISE EXCEPTION '% is not the oldest part of each account', name;
  END IF;
  EXECUTE format('ALTER TABLE entry DETACH PARTITION %I', name);
  RETURN name;
END
$$;
REVOKE EXECUTE ON FUNCTION archive_month FROM PUBLIC;

-- A batch writes all of its rows or fails: an account that changed after the batch read it fails
-- the whole statement.
CREATE FUNCTION require_rows(written bigint, expected bigint) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  IF written <> expected THEN
    RAISE EXCEPTION 'stale: % of % accounts are as they were read', written, expected USING ERRCODE = 'KW001';
  END IF;
  RETURN written;
END
$$;

-- Changes of safer-play rules that players have asked for, in order. A waiting change takes effect
-- at its time, unless the player asks for another change before.
CREATE TABLE protection_change (
  change_no    bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id    uuid        NOT NULL,
  rule         text        NOT NULL CHECK (rule IN ('deposit', 'loss', 'wager', 'time-out', 'exclusion')),
  period       text        CHECK (period IN ('day', 'week', 'month')),
  -- NULL is no limit.
  amount_paise bigint      CHECK (amount_paise >= 0),
  ends_at      timestamptz,
  asked_at     timestamptz NOT NULL,
  effective_at timestamptz NOT NULL CHECK (effective_at >= asked_at),
  state        text        NOT NULL CHECK (state IN ('waiting', 'taken', 'dropped')),
  CHECK ((rule IN ('time-out', 'exclusion')) = (ends_at IS NOT NULL)),
  CHECK ((rule IN ('time-out', 'exclusion')) = (period IS NULL)),
  CHECK (state = 'taken' OR period IS NOT NULL)
);
CREATE UNIQUE INDEX protection_change_waiting ON protection_change (player_id, rule, period) WHERE state = 'waiting';
CREATE INDEX protection_change_due ON protection_change (effective_at) WHERE state = 'waiting';
CREATE INDEX protection_change_of_player ON protection_change (player_id, change_no DESC);
-- For the number of a player's changes of the last day.
CREATE INDEX protection_change_asked ON protection_change (player_id, asked_at);

-- Changes of a balance by admins. One admin proposes and another admin decides. The wallet owes an
-- approved correction to the ledger until `settled_at`.
CREATE TABLE correction (
  id               uuid        PRIMARY KEY,
  player_id        uuid        NOT NULL,
  amount_paise     bigint      NOT NULL CHECK (amount_paise <> 0),
  account          text        NOT NULL CHECK (account IN ('outside', 'house', 'bonus')),
  reason           text        NOT NULL,
  status           text        NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'failed')),
  proposed_by      uuid        NOT NULL,
  proposed_by_name text        NOT NULL,
  proposed_at      timestamptz NOT NULL,
  idempotency_key  text        NOT NULL,
  decided_by       uuid,
  decided_by_name  text,
  decided_at       timestamptz,
  rejection_reason text,
  settled_at       timestamptz,
  failure          text,
  UNIQUE (proposed_by, idempotency_key),
  CONSTRAINT correction_decided CHECK ((status = 'pending') = (decided_at IS NULL) AND (decided_at IS NULL) = (decided_by IS NULL)),
  CONSTRAINT correction_of_two CHECK (status NOT IN ('approved', 'failed') OR decided_by <> proposed_by),
  CONSTRAINT correction_settled CHECK (settled_at IS NULL OR status IN ('approved', 'failed')),
  CONSTRAINT correction_failed CHECK ((status = 'failed') = (failure IS NOT NULL))
);
CREATE INDEX correction_waiting ON correction (id) WHERE status = 'pending';
CREATE INDEX correction_of_player ON correction (player_id, id);
-- In the order of ids, so that corrections that fail do not delay the others.
CREATE INDEX correction_owed ON correction (id) WHERE status = 'approved' AND settled_at IS NULL;

-- The reason of a booking stop. Without a row the wallet books. An operator deletes the row
-- (src/bin/ledger.ts).
CREATE TABLE booking_stop (
  only_one   boolean     PRIMARY KEY DEFAULT true CHECK (only_one),
  stopped_at timestamptz NOT NULL,
  cause      text        NOT NULL
);

GRANT SELECT, INSERT, UPDATE ON account TO :service_role;
GRANT SELECT, UPDATE ON house_account TO :service_role;
GRANT SELECT, INSERT ON entry, entry_key TO :service_role;
GRANT SELECT, UPDATE ON reconciliation TO :service_role;
GRANT SELECT, INSERT, UPDATE, DELETE ON proven_account TO :service_role;
GRANT SELECT ON archived_account TO :service_role;
GRANT SELECT, INSERT, UPDATE (state) ON protection_change TO :service_role;
GRANT SELECT, INSERT ON correction TO :service_role;
GRANT UPDATE (status, decided_by, decided_by_name, decided_at, rejection_reason, settled_at, failure) ON correction TO :service_role;
GRANT SELECT, INSERT, DELETE ON booking_stop TO :service_role;

-- kit: leadership
-- kit: turn
-- kit: audit
