-- Private keys are sealed anew when AUTH_SECRET is changed. Recovery codes that are made from now on are MACs under the secret of their admin's two-step login, so that they stay.
GRANT UPDATE (private_sealed) ON signing_key TO :service_role;
