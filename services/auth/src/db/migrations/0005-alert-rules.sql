-- expand: the previous release does not know the table.

-- When owners get a mail. Without a threshold a rule is off. oldest: minutes. ledger: any number. rtp: hundredths of a percentage point. large-win: paise.
CREATE TABLE alert_rule (
  rule      text PRIMARY KEY CHECK (rule IN ('oldest', 'ledger', 'rtp', 'large-win')),
  threshold bigint CHECK (threshold > 0),
  -- The last mail of the rule.
  raised_at timestamptz
);
INSERT INTO alert_rule (rule, threshold) VALUES ('oldest', NULL), ('ledger', 1), ('rtp', NULL), ('large-win', NULL);
GRANT SELECT ON alert_rule TO :service_role;
GRANT UPDATE (threshold, raised_at) ON alert_rule TO :service_role;
