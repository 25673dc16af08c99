-- What was written down about a thing is looked for before what it brings is done.
CREATE INDEX audit_by_target ON audit (target, action);
