-- Run once by CloudNativePG, as superuser, in the database of a new cluster; it can be repeated. A schema a service, which the owner of the migrations has; each service sees its
-- own. Passwords and limits are those of managed.roles in postgres.yaml.
REVOKE ALL ON DATABASE kismet FROM PUBLIC;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
DO $setup$
DECLARE
  service text;
BEGIN
  FOREACH service IN ARRAY ARRAY['auth', 'wallet', 'aviator', 'mines', 'dice_slots', 'payments'] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = service) THEN
      EXECUTE format('CREATE ROLE %I LOGIN', service);
    END IF;
    EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION kismet_owner', service);
    EXECUTE format('GRANT CONNECT ON DATABASE kismet TO %I', service);
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', service, service);
    EXECUTE format('ALTER ROLE %I IN DATABASE kismet SET search_path = %I', service, service);
  END LOOP;
END
$setup$;
