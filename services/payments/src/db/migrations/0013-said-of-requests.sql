-- What was said of a request is looked at when it is approved.
CREATE INDEX bank_pair_refused_of_deposit ON bank_pair_refused (deposit_id);
