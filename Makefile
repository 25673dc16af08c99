# Kismet's commands. Each installs what it needs and runs with the Node of node_modules, whatever the machine has.
SHELL := /bin/bash
.DEFAULT_GOAL := help

override LOCAL_DIR := $(abspath $(or $(LOCAL_DIR),.local))
export LOCAL_DIR
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

packages := @deploy/local/bootstrap.sh
servers := @deploy/local/bootstrap.sh servers
command := @exec node deploy/local/src/bin

.PHONY: help up down status reset demo test check pictures bench reconcile bench-bet bench-wallet bench-web mutants admin rotate-keys revoke-key

help: ## show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

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

admin: ## create another admin (ADMIN_USERNAME, ADMIN_PASSWORD, ADMIN_ROLE), or end one at once (DISABLE=name) and let them in again (ENABLE=name)
	$(packages)
	$(command)/as-service.ts auth services/auth/src/bin/admin.ts

rotate-keys: ## sign new sessions with a new key; the tokens of before stay valid until they end
	$(packages)
	$(command)/as-service.ts auth services/auth/src/bin/rotate-keys.ts

revoke-key: ## end a signing key and its sessions (KID=...; without it the key that signs now)
	$(packages)
	$(command)/as-service.ts auth services/auth/src/bin/revoke-key.ts

reconcile: ## prove that the ledger of the running stack adds up
	$(packages)
	$(command)/as-service.ts wallet services/wallet/src/bin/reconcile.ts

check: ## types, lint, format, boundaries, unused code, page weight
	$(packages)
	$(command)/check.ts

test: ## all tests, with real servers and Chromium (ARGS are passed on to Jest)
	$(servers)
	$(command)/test.ts $(ARGS)

pictures: ## take the pictures of all pages anew, where they differ from those in e2e/pictures of the apps
	$(servers)
	@KISMET_PICTURES=renew node deploy/local/src/bin/test.ts e2e/pages

bench: bench-wallet bench-bet bench-web ## all benchmarks

bench-wallet: ## the wallet against the fixed baselines
	$(servers)
	@exec npm run -s bench-wallet -w bench

bench-bet: ## a bet of Dice end to end against the plain chain
	$(servers)
	@exec npm run -s bench-bet -w bench

bench-web: ## the first paint of both apps' pages on a slow phone, by Lighthouse
	$(servers)
	@exec npm run -s bench-web -w bench

mutants: ## put faults in one by one and see whether a test notices (ONLY=text: some of them)
	$(servers)
	@exec npm run -s mutants -w bench -- --only "$(ONLY)"
