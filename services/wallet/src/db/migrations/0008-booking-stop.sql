-- Why nothing is booked any more, for whoever leads next; without a row the wallet books. An operator takes it away (src/bin/resume-booking.ts).
CREATE TABLE booking_stop (
  only_one   boolean     PRIMARY KEY DEFAULT true CHECK (only_one),
  stopped_at timestamptz NOT NULL,
  cause      text        NOT NULL
);
GRANT SELECT, INSERT, DELETE ON booking_stop TO :service_role;
