-- contract: an index alone; the release before finds the same rows by the new one.
-- Owed corrections are gone through in the order of their ids: by the time of the decision, which a row can have as it likes, some that fail kept all others waiting.
DROP INDEX correction_owed;
CREATE INDEX correction_owed ON correction (id) WHERE status = 'approved' AND settled_at IS NULL;
