-- expand: the previous release does not know the tables.

-- When owners get a mail. Without a threshold a rule is off. oldest: minutes. ledger: any number. rtp: hundredths of a percentage point. large-win: paise.
CREATE TABLE alert_rule (
  rule      text PRIMARY KEY CHECK (rule IN ('oldest', 'ledger', 'rtp', 'large-win')),
  threshold bigint CHECK (threshold > 0),
  -- The last mail about the broken rule.
  raised_at timestamptz,
  -- Owners were told that the rule is broken, and not yet that it is over.
  is_open   boolean NOT NULL DEFAULT false,
  -- rtp: the games that the mail was about.
  games     text[]  NOT NULL DEFAULT '{}'
);
INSERT INTO alert_rule (rule, threshold) VALUES ('oldest', NULL), ('ledger', 1), ('rtp', NULL), ('large-win', NULL);
GRANT SELECT ON alert_rule TO :service_role;
GRANT UPDATE (threshold, raised_at, is_open, games) ON alert_rule TO :service_role;

-- Wins above the limit, for a week. `told_at`: when a mail named or counted the win.
CREATE TABLE large_win (
  entry_id     text        PRIMARY KEY,
  player_id    uuid        NOT NULL,
  game         text        NOT NULL,
  reference    uuid        NOT NULL,
  stake_paise  bigint      NOT NULL,
  payout_paise bigint      NOT NULL,
  won_at       timestamptz NOT NULL,
  told_at      timestamptz
);
GRANT SELECT, INSERT, DELETE ON large_win TO :service_role;
GRANT UPDATE (told_at) ON large_win TO :service_role;
