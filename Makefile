# Each target installs the packages that are missing and runs with the Node of node_modules.
SHELL := /bin/bash
.DEFAULT_GOAL := help

override LOCAL_DIR := $(abspath $(or $(LOCAL_DIR),.local))
export LOCAL_DIR
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)

packages := @deploy/local/bootstrap.sh
servers := @deploy/local/bootstrap.sh servers
command := @exec node deploy/local/src/bin
benchmarks := wallet bet fanout growth round statement bank-statement web
# By name only: they write 50 and 11 million entries.
long_benchmarks := ledger-size report

.PHONY: help up down reset demo check test pictures test-stats mutants bench load images-test k8s-test upgrade-test kill-test status sbom generate

## run

help: ## List the targets
	@awk -F ':.*## ' '/^## / { printf "%s%s\n", (n++ ? "\n" : ""), substr($$0, 4) } \
	  /^[a-z0-9-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo && echo 'Operators use ./kismet: see ./kismet help.'

up: ## Start the whole product here (DETACH=1: return when it is ready)
	@started=$$(date +%s) && deploy/local/bootstrap.sh servers && \
	  KISMET_STARTED_BEFORE_S=$$(($$(date +%s) - started)) exec node deploy/local/src/bin/up.ts

down: ## Stop it; the data is kept
	$(packages)
	$(command)/down.ts

reset: ## Stop it and delete its data, after a question (YES=1 skips the question)
	$(packages)
	$(command)/reset.ts

demo: ## Fill it with players, bets and requests in every state
	$(packages)
	$(command)/demo.ts

## check

check: ## Types, lint, format, prose, boundaries, unused code, page weight, images, manifests
	$(packages)
	$(command)/check.ts

test: ## All tests, with real servers and Chromium (ARGS go to Jest)
	$(servers)
	$(command)/test.ts $(ARGS)

pictures: ## Take the stored pictures of pages that look different now
	$(servers)
	@KISMET_PICTURES=renew node deploy/local/src/bin/test.ts e2e/pages

test-stats: ## Compare a million results of each game with its probabilities (DRAWS=N, SEED=TEXT)
	$(packages)
	@exec npm run -s stats -w bench -- $(if $(DRAWS),--draws $(DRAWS)) $(if $(SEED),--seed $(SEED))

mutants: ## Put in faults one by one and see whether a test fails (ONLY=TEXT)
	$(servers)
	@exec npm run -s mutants -w bench -- --only "$(ONLY)"

bench: ## Benchmarks (ONLY=wallet, bet, fanout, growth, round, statement, bank-statement, web, ledger-size or report)
	$(if $(filter-out $(benchmarks) $(long_benchmarks),$(ONLY)),$(error ONLY is one of: $(benchmarks) $(long_benchmarks)))
	$(servers)
	@for one in $(or $(ONLY),$(benchmarks)); do npm run -s bench-$$one -w bench || exit; done

load: ## Run k6 against the running stack (ONLY=smoke, bets or aviator; PLAYERS=N)
	$(packages)
	@exec npm run -s load -w bench

images-test: ## Build the images and test them under docker compose on a Docker engine
	$(servers)
	$(command)/images-test.ts

k8s-test: ## Apply deploy/k8s to a real API server of Kubernetes (CRDS=FOLDER)
	$(packages)
	$(command)/k8s-test.ts

upgrade-test: ## Upgrade from an earlier revision under load (FROM=REVISION, else the newest release, else older migrations)
	$(servers)
	$(command)/upgrade-test.ts

kill-test: ## Kill random processes under load, then compare bets, proofs and ledger (KILLS=N, SEED=N)
	$(servers)
	@KILLS=$(or $(KILLS),200) $(if $(SEED),KILL_SEED=$(SEED)) node deploy/local/src/bin/test.ts gateway/test/journeys/kills

## operate

status: ## Print one line for each process of the local stack
	$(packages)
	$(command)/status.ts

sbom: ## List the packages in the images, as CycloneDX, in LOCAL_DIR/sbom
	$(packages)
	$(command)/sbom.ts

generate: ## Write the generated files: docs/reference, .env.example, deploy/k8s
	$(packages)
	$(command)/generate.ts
