-- The language of a player's mails and app: of a sign-up the one that it names, later the one that the player chooses.
ALTER TABLE player ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'hi'));
ALTER TABLE sign_up ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'hi'));
GRANT UPDATE (language) ON player TO :service_role;
