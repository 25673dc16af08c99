-- What all bets of a player that are over have come to: payouts less stakes. The net result of a session is the difference to what stood here at its login.
ALTER TABLE account ADD COLUMN net_paise bigint NOT NULL DEFAULT 0;
UPDATE account SET net_paise = booked.net
FROM (SELECT account_no, -sum(house_side_paise) AS net FROM entry GROUP BY account_no) booked
WHERE booked.account_no = account.account_no AND booked.net <> 0;
