# Kismet's commands. Each installs what it needs and runs with the Node of node_modules, whatever the machine has.
SHELL := /bin/bash
.DEFAULT_GOAL := help

override LOCAL_DIR := $(abspath $(or $(LOCAL_DIR),.local))
export LOCAL_DIR
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

packages := @deploy/local/bootstrap.sh
servers := @deploy/local/bootstrap.sh servers
command := @exec node deploy/local/src/bin

.PHONY: help up down status reset demo secrets sbom images-test load test upgrade-test test-stats check pictures config bench reconcile resume-booking allow-pay-outs bench-bank-statement bench-bet bench-fanout bench-growth bench-round bench-statement bench-wallet bench-web mutants admin rotate-keys revoke-key audit-verify rebuild-analytics renew-commitments k8s-secrets k8s-manifests k8s-test

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-20s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

up: ## bring up the whole product and stay with it (DETACH=1: return when healthy)
	@started=$$(date +%s) && deploy/local/bootstrap.sh servers && \
	  KISMET_STARTED_BEFORE_S=$$(($$(date +%s) - started)) exec node deploy/local/src/bin/up.ts

down: ## stop it; the data is kept
	$(packages)
	$(command)/down.ts

status: ## a line a process: name, pid, port, state
	$(packages)
	$(command)/status.ts

reset: ## stop it and delete its data, after a question (YES=1 skips it)
	$(packages)
	$(command)/reset.ts

demo: ## fill the running stack with players, plays and requests in every state
	$(packages)
	$(command)/demo.ts

config: ## every variable of every service: default, meaning, whether it is secret (and docs/configuration.md and .env.example anew)
	$(packages)
	$(command)/config.ts

admin: ## create another admin (ADMIN_USERNAME, ADMIN_PASSWORD, ADMIN_ROLE), or end one at once (DISABLE=name) let them in again (ENABLE=name), turn off their two-step login (RESET_TOTP=name), or take one in again whose account is not as auth wrote it (RENEW=name)
	$(packages)
	@set -- add "$$ADMIN_USERNAME" "$$ADMIN_ROLE"; \
	  [ -z "$$DISABLE" ] || set -- disable "$$DISABLE"; \
	  [ -z "$$ENABLE" ] || set -- enable "$$ENABLE"; \
	  [ -z "$$RESET_TOTP" ] || set -- reset-totp "$$RESET_TOTP"; \
	  [ -z "$$RENEW" ] || set -- renew "$$RENEW" "$$ADMIN_ROLE"; \
	  [ -z "$$ADMIN_PASSWORD" ] || exec <<<"$$ADMIN_PASSWORD"; \
	  exec node deploy/local/src/bin/as-service.ts auth services/auth/src/bin/admin.ts "$$@"

rotate-keys: ## sign new sessions with a new key; the tokens of before stay valid until they end
	$(packages)
	$(command)/as-service.ts auth services/auth/src/bin/rotate-keys.ts

revoke-key: ## end a signing key and its sessions (KID=...; without it the key that signs now)
	$(packages)
	$(command)/as-service.ts auth services/auth/src/bin/revoke-key.ts "$$KID"

secrets: ## make the secrets of docker-compose.yml that are not there yet, by the image (RENEW="NAME...": make some anew)
	$(if $(filter command line,$(origin SMTP_URL)),$(error It holds a password: write it into the file smtp-url of the secrets (docs/operating/rotate-secrets.md)))
	@exec docker compose run --rm --no-deps secrets $(if $(RENEW),renew $(RENEW))

sbom: ## list what is in the images, as CycloneDX, into LOCAL_DIR/sbom
	$(packages)
	$(command)/sbom.ts

images-test: ## build the images, bring compose up on a Docker engine, play, scale, kill, cut off, and reconcile (not part of the tests)
	$(servers)
	$(command)/images-test.ts

load: ## k6 against the running stack: smoke, bets, sockets (ONLY=bets: one of them; PLAYERS=50)
	$(packages)
	@exec npm run -s load -w bench

reconcile: ## prove that the ledger of the running stack adds up
	$(packages)
	$(command)/as-service.ts wallet services/wallet/src/bin/reconcile.ts

resume-booking: ## let a wallet that has stopped itself book again, when its ledger adds up; then restart it
	$(packages)
	$(command)/as-service.ts wallet services/wallet/src/bin/resume-booking.ts

allow-pay-outs: ## pay withdrawals out although the ledger is broken, when somebody has looked at the breaks (REASON="why")
	$(packages)
	$(command)/as-service.ts wallet services/wallet/src/bin/allow-pay-outs.ts "$$REASON"

audit-verify: ## prove that nobody has changed the audit logs of the running stack, and print their heads
	$(packages)
	$(command)/audit-verify.ts

renew-commitments: ## print SQL by which the owner of the tables gives seats that nobody can play new commitments (SERVICE=mines or dice-slots, PLAYERS=all or ids)
	@deploy/local/bootstrap.sh >&2
	$(command)/as-service.ts "$$SERVICE" "services/$$SERVICE/src/bin/renew-commitments.ts" $$PLAYERS

rebuild-analytics: ## make statements and totals of the running stack again from the ledger
	$(packages)
	$(command)/as-service.ts analytics services/analytics/src/bin/rebuild.ts

k8s-secrets: ## a Secret of random values for a local cluster, as JSON (docs/operating/install-kubernetes.md)
	@deploy/local/bootstrap.sh >&2
	$(command)/k8s-secrets.ts

k8s-manifests: ## write the manifests of deploy/k8s anew that follow from the contracts and the table of services
	$(packages)
	$(command)/k8s-manifests.ts

k8s-test: ## apply deploy/k8s to a real API server of Kubernetes (CRDS=folder: the operators' own definitions beside those that Go has)
	$(packages)
	$(command)/k8s-test.ts

check: ## types, lint, format, boundaries, unused code, page weight, images, compose, manifests of Kubernetes
	$(packages)
	$(command)/check.ts

test: ## all tests, with real servers and Chromium (ARGS are passed on to Jest)
	$(servers)
	$(command)/test.ts $(ARGS)

upgrade-test: ## two of each service under load, restarted one by one from the code of an earlier revision to that of today (FROM=...; else the newest release)
	$(servers)
	$(command)/upgrade-test.ts

test-stats: ## whether the games' results are as likely as they should be, over a million plays of each (DRAWS=..., SEED=...)
	$(packages)
	@exec npm run -s stats -w bench -- $(if $(DRAWS),--draws $(DRAWS)) $(if $(SEED),--seed $(SEED))

pictures: ## take the pictures of all pages anew, where they differ from those in e2e/pictures of the apps
	$(servers)
	@KISMET_PICTURES=renew node deploy/local/src/bin/test.ts e2e/pages

bench: bench-wallet bench-bet bench-fanout bench-growth bench-round bench-statement bench-bank-statement bench-web ## all benchmarks

bench-wallet: ## the wallet against the fixed baselines
	$(servers)
	@exec npm run -s bench-wallet -w bench

bench-bet: ## a bet of Dice, Slots and a tile of Mines end to end against the plain chain
	$(servers)
	@exec npm run -s bench-bet -w bench

bench-fanout: ## ticks of Aviator to thousands of sockets, against raw ws and a plain Socket.IO server
	$(servers)
	@exec npm run -s bench-fanout -w bench

bench-growth: ## bets with 1, 2 and 4 gateways and 1 and 2 of each service on this machine
	$(servers)
	@exec npm run -s bench-growth -w bench

bench-round: ## bets of a round of Aviator, and the losses of a crash settled together against one by one
	$(servers)
	@exec npm run -s bench-round -w bench

bench-statement: ## pages of a long account statement against a short one, and entries taken in against bets made
	$(servers)
	@exec npm run -s bench-statement -w bench

bench-bank-statement: ## a bank's file of 10,000 rows from its drop to its matches
	$(servers)
	@exec npm run -s bench-bank-statement -w bench

bench-web: ## the first paint of both apps' pages on a slow phone, by Lighthouse
	$(servers)
	@exec npm run -s bench-web -w bench

mutants: ## put faults in one by one and see whether a test notices (ONLY=text: some of them)
	$(servers)
	@exec npm run -s mutants -w bench -- --only "$(ONLY)"
