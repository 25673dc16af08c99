-- What an admin has said of the columns of a header. Kept for the next file with it.
CREATE TABLE bank_mapping (
  header_sha256     bytea       PRIMARY KEY,
  columns           jsonb       NOT NULL,
  confirmed_by_name text        NOT NULL,
  confirmed_at      timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON bank_mapping TO :service_role;

-- A file of a bank, read with some columns. The same again is known by both.
CREATE TABLE bank_statement (
  id           uuid        PRIMARY KEY,
  file_sha256  bytea       NOT NULL,
  columns      jsonb       NOT NULL,
  file_name    text        NOT NULL,
  rows         integer     NOT NULL CHECK (rows > 0),
  -- Rows that no file before had.
  fresh        integer     NOT NULL CHECK (fresh BETWEEN 0 AND rows),
  first_day    date        NOT NULL,
  last_day     date        NOT NULL,
  read_by      uuid        NOT NULL,
  read_by_name text        NOT NULL,
  read_at      timestamptz NOT NULL,
  UNIQUE (file_sha256, columns)
);
GRANT SELECT, INSERT ON bank_statement TO :service_role;

-- Everything that the bank has said, each row once, whatever files have it.
CREATE TABLE bank_row (
  id            uuid    PRIMARY KEY,
  -- Of day, amount, text, reference and balance, and which of the rows of a file that are equal in all of them.
  identity      bytea   NOT NULL UNIQUE,
  day           date    NOT NULL,
  text          text    NOT NULL,
  -- Below 0: money that left.
  amount_paise  bigint  NOT NULL CHECK (amount_paise <> 0),
  balance_paise bigint,
  kind          text    NOT NULL CHECK (kind IN ('credit', 'debit', 'interest', 'reversal')),
  -- Whole references, as they are compared, and parts that may be one that was cut.
  utrs          text[]  NOT NULL,
  parts         text[]  NOT NULL,
  -- The request that it has paid for: one row for one request.
  deposit_id    uuid    UNIQUE REFERENCES deposit,
  CHECK (deposit_id IS NULL OR (kind = 'credit' AND amount_paise > 0))
);
CREATE INDEX bank_row_by_utr ON bank_row USING gin (utrs) WHERE kind = 'credit';
CREATE INDEX bank_row_kept ON bank_row (day, id) WHERE kind = 'credit' AND deposit_id IS NULL;
GRANT SELECT, INSERT ON bank_row TO :service_role;
GRANT UPDATE (deposit_id) ON bank_row TO :service_role;

-- What a row has paid for stands, whatever the code does, and it is what the request asked for.
CREATE FUNCTION bank_row_stands() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.deposit_id IS NOT NULL THEN
    RAISE EXCEPTION 'bank row % has paid for deposit %', OLD.id, OLD.deposit_id;
  END IF;
  IF NEW.amount_paise IS DISTINCT FROM (SELECT amount_paise FROM deposit WHERE id = NEW.deposit_id) THEN
    RAISE EXCEPTION 'bank row % has another amount than deposit %', OLD.id, NEW.deposit_id;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bank_row_stands BEFORE UPDATE ON bank_row FOR EACH ROW EXECUTE FUNCTION bank_row_stands();

-- Which rows a file has, in its order.
CREATE TABLE bank_statement_row (
  statement_id uuid    NOT NULL REFERENCES bank_statement,
  row_number   integer NOT NULL CHECK (row_number > 0),
  bank_row_id  uuid    NOT NULL REFERENCES bank_row,
  PRIMARY KEY (statement_id, row_number)
);
CREATE INDEX bank_statement_row_of ON bank_statement_row (bank_row_id);
GRANT SELECT, INSERT ON bank_statement_row TO :service_role;

-- Pairs of which a person has said that they are none.
CREATE TABLE bank_pair_refused (
  bank_row_id uuid        NOT NULL REFERENCES bank_row,
  deposit_id  uuid        NOT NULL REFERENCES deposit,
  refused_at  timestamptz NOT NULL,
  PRIMARY KEY (bank_row_id, deposit_id)
);
GRANT SELECT, INSERT ON bank_pair_refused TO :service_role;

-- References as they are compared with those of a bank.
CREATE INDEX deposit_by_bank_reference ON deposit (ltrim(utr_normalised, '0'));
