-- For reports and handovers, which sum requests by the time of their booking or decision.
CREATE INDEX request_by_booking ON request (kind, booked_at) WHERE booked_at IS NOT NULL;
CREATE INDEX request_by_decision ON request (decided_at) WHERE decided_by IS NOT NULL;
