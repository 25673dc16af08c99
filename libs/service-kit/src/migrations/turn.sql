-- Turns that transactions take by name (service-kit, `takeTurn`): empty whenever nobody is in one.
CREATE TABLE turn (name text PRIMARY KEY);
GRANT SELECT, INSERT, DELETE ON turn TO :service_role;
