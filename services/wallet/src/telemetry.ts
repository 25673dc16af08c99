import { ledgerStates } from '@kismet/contracts'
import { counterIn, gaugeIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import { Gauge, Histogram } from 'prom-client'
import type { LedgerState } from './reconcile/ledger-state.ts'

/** The state of the leader's booking. */
interface CoreState {
  readonly queued: number
  readonly stopped: Error | undefined
}

/** What the wallet measures of its bookings. Ids never become labels. */
export interface WalletTelemetry {
  /** A batch is booked, so long after its start. */
  committed(seconds: number): void
  /** A batch has to be tried again, or could not be booked. */
  failedAttempt(kind: string): void
  /** Shows how many commands wait, and whether the wallet has stopped itself, of the term in which this process leads. */
  watchCore(core: CoreState | undefined): void
}

export function walletTelemetry(registry: Registry): WalletTelemetry {
  const commitSeconds = new Histogram({
    name: 'wallet_commit_seconds',
    help: 'Duration of a batch from its start to its commit, with retries',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
    registers: [registry],
  })
  const failures = counterIn(registry, 'wallet_failed_attempts_total', 'Failed attempts to commit a batch', 'kind')
  let core: CoreState | undefined
  const stopped = 'Of the leader: 1 during a booking stop: a broken ledger rule, or a database that could lose commits'
  gaugeIn(registry, 'wallet_stopped', stopped, () => core && Number(core.stopped !== undefined))
  gaugeIn(registry, 'wallet_queued_commands', 'Of the leader: commands in the queue', () => core?.queued)
  return {
    committed: (seconds) => commitSeconds.observe(seconds),
    failedAttempt: (kind) => failures.inc({ kind }),
    watchCore: (led) => (core = led),
  }
}

/** Shows what is known of the ledger. */
export function watchLedger(registry: Registry, read: () => Promise<Pick<LedgerState, 'state'>>): void {
  new Gauge({
    name: 'wallet_ledger_state',
    help: '1 for the state of the ledger: clean, broken, or unknown when reconciliation is overdue or failed',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const now = await read().catch(() => undefined)
      for (const state of ledgerStates) this.set({ state }, state === (now?.state ?? 'unknown') ? 1 : 0)
    },
  })
}
