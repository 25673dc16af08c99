-- What anybody may ask for is read from an index as it is asked, however many bets and rounds there are.
DROP INDEX bet_won;
CREATE INDEX bet_won_on ON bet (((settled_at AT TIME ZONE 'Asia/Kolkata')::date), payout_paise DESC, settled_at) WHERE status = 'cashed_out';
CREATE INDEX round_void ON round (round_number) WHERE phase = 'void';

-- The public key is made from the sealed one: only what was sealed with the secret is published.
ALTER TABLE receipt_key DROP COLUMN public_jwk;
