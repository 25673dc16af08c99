ALTER TABLE admin
  -- A MAC under AUTH_SECRET over what opens the account. Null, or not the right one: nobody logs in to it. The release before writes none; what it changes waits for an operator.
  ADD COLUMN seal       bytea,
  -- When any of that was changed last, which is in the seal, too: a row that was put back from before an action of the audit log is none.
  ADD COLUMN changed_at timestamptz;
GRANT UPDATE (seal, changed_at) ON admin TO :service_role;
-- kit: audit-by-target
