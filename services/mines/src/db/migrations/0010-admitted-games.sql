-- expand: the release before counts no admissions, and its runs, as all that were before, are taken for ones that have let a game through: they stay until they are forgotten

-- How many games a run has let through, but for those of which it is known that they have not begun.
ALTER TABLE auto_run ADD COLUMN games_admitted integer NOT NULL DEFAULT 1;
