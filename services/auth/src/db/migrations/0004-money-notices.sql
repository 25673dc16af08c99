-- Whether the player gets mails about deposits and withdrawals.
ALTER TABLE player ADD COLUMN money_mails boolean NOT NULL DEFAULT true;
GRANT UPDATE (money_mails) ON player TO :service_role;

-- Browsers that show notifications (W3C Push API). A browser is known by the device of its newest login, as in `session`.
CREATE TABLE push_browser (
  id          uuid        PRIMARY KEY,
  player_id   uuid        NOT NULL REFERENCES player,
  device      text        NOT NULL,
  device_name text        CHECK (length(device_name) BETWEEN 1 AND 64),
  endpoint    text        NOT NULL CONSTRAINT push_browser_endpoint_once UNIQUE CHECK (length(endpoint) <= 1024),
  p256dh      text        NOT NULL CHECK (length(p256dh) <= 100),
  auth_secret text        NOT NULL CHECK (length(auth_secret) <= 100),
  added_at    timestamptz NOT NULL,
  -- The last login of the browser.
  seen_at     timestamptz NOT NULL
);
CREATE INDEX push_browser_of_player ON push_browser (player_id, added_at);
CREATE INDEX push_browser_of_device ON push_browser (device);
CREATE INDEX push_browser_to_forget ON push_browser (seen_at);
GRANT SELECT, INSERT, DELETE ON push_browser TO :service_role;
GRANT UPDATE (player_id, device, device_name, p256dh, auth_secret, added_at, seen_at) ON push_browser TO :service_role;

-- Notifications that wait for a push service. The row goes when the push service has taken it, or when it is given up.
CREATE TABLE push (
  id         uuid        PRIMARY KEY,
  browser_id uuid        NOT NULL REFERENCES push_browser ON DELETE CASCADE,
  payload    text        NOT NULL CHECK (length(payload) <= 1000),
  attempts   integer     NOT NULL DEFAULT 0,
  next_at    timestamptz NOT NULL,
  useless_at timestamptz NOT NULL
);
CREATE INDEX push_due ON push (next_at);
CREATE INDEX push_of_browser ON push (browser_id);
GRANT SELECT, INSERT, DELETE ON push TO :service_role;
GRANT UPDATE (attempts, next_at) ON push TO :service_role;
