-- Seats whose commitment has what is no mark (seed-seal.ts) are counted for an alarm whenever the metrics are read: there are none, most of the time.
CREATE INDEX seat_not_marked ON seat (game) WHERE (length(mark) IN (0, 32)) IS NOT TRUE;
