-- What a player has asked for within a day is counted before each change; what was asked for before is kept for good, and is not looked at for it.
CREATE INDEX protection_change_asked ON protection_change (player_id, asked_at);
