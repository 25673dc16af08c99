-- Filters, days, order and columns of a list of the back office under a name. `query` is the
-- address of the page after the question mark.
CREATE TABLE saved_view (
  id         uuid        PRIMARY KEY,
  admin_id   uuid        NOT NULL REFERENCES admin,
  admin_name text        NOT NULL,
  page       text        NOT NULL CHECK (length(page) <= 60),
  name       text        NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  query      text        NOT NULL CHECK (length(query) <= 2000),
  is_shared  boolean     NOT NULL,
  saved_at   timestamptz NOT NULL,
  CONSTRAINT saved_view_name_once UNIQUE (admin_id, page, name)
);
CREATE INDEX saved_view_of_page ON saved_view (page, name);
GRANT SELECT, INSERT, DELETE ON saved_view TO :service_role;
GRANT UPDATE (name, query, is_shared, saved_at) ON saved_view TO :service_role;

-- The addresses that get the report of each day.
CREATE TABLE report_mail (
  address    text        PRIMARY KEY CHECK (length(address) <= 254),
  added_by   text        NOT NULL,
  added_at   timestamptz NOT NULL
);
GRANT SELECT, INSERT, DELETE ON report_mail TO :service_role;

-- Days whose report was mailed, so that each is mailed once.
CREATE TABLE mailed_report (
  day date PRIMARY KEY
);
GRANT SELECT, INSERT, DELETE ON mailed_report TO :service_role;
