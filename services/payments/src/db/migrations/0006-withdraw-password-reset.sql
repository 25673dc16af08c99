-- expand: the previous release does not write the column. It reads `usable_from`, and so keeps the wait. The index serves a query
-- of this release.

-- When the withdraw password was set with a mailed code; NULL: never. The account waits a day from then, and so does each
-- account of the player that is saved on that day. A deleted account keeps the time.
ALTER TABLE bank_account ADD COLUMN password_reset_at timestamptz;
GRANT UPDATE (password_reset_at) ON bank_account TO :service_role;

-- Players read how long the newest decisions of a kind took.
CREATE INDEX IF NOT EXISTS request_by_kind_and_decision ON request (kind, decided_at) WHERE decided_by IS NOT NULL;
