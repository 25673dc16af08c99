-- Finds all bets of a round, also of one that is over (src/db/replay-reads.ts). By a column that never changes, so that a bet's way to its end leaves it as it is.
CREATE INDEX bet_of_round ON bet (round_number);
