-- expand: the release before resets runs that it has stopped; one that another replica has begun since then fails that reset, which goes through when it is sent again

-- A run that goes on and is shown no more could not be stopped, and kept its player from any other. The check comes first, with the lock of the table: none is made between the other two.
ALTER TABLE auto_run ADD CONSTRAINT auto_run_reset_is_over CHECK (status <> 'running' OR NOT is_reset) NOT VALID;
UPDATE auto_run SET status = 'stopped', stop_reason = 'stopped_by_player', stopped_at = now() WHERE status = 'running' AND is_reset;
ALTER TABLE auto_run VALIDATE CONSTRAINT auto_run_reset_is_over;
