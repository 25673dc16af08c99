-- Whether admins keep the player from bets, deposits and withdrawals, and by which change of it, as auth counts them: one that comes late changes nothing.
ALTER TABLE account
  ADD COLUMN is_suspended       boolean NOT NULL DEFAULT false,
  ADD COLUMN suspension_version bigint  NOT NULL DEFAULT 0 CHECK (suspension_version >= 0);
