-- Which breaks an operator has acknowledged, by the name of the check: marks of their texts, of the run that was newest then. They hold as long as "acknowledged", which the release before reads and forgets: how many they are.
ALTER TABLE reconciliation ADD COLUMN acknowledged_breaks jsonb;
