import { counterIn, gaugeIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import { Histogram } from 'prom-client'
import type { Bet } from './domain/book.ts'
import type { Phase } from './domain/round.ts'

/** All that this service measures. Ids never become labels. Actual RTP is paid / staked. */
export interface Telemetry {
  /** A round has come to a phase. */
  reached(phase: Phase): void
  /** The wallet has booked the end of a bet. */
  ended(bet: Bet): void
  /** The wallet did not take a stake. */
  refused(code: string): void
  /** A cash-out was received before the crash, as its gateway says, and arrived after it. */
  cameLate(): void
  /** A tick came so many seconds after its time. */
  ticked(lateSeconds: number): void
  /** Shows the table of the leader; without a leader the gauges are 0. */
  watch(table: WatchedTable | undefined): void
}

interface WatchedTable {
  /** Bets of the round that are not over. */
  readonly open: () => number
  /** Decided bets of any round that the wallet has not booked. */
  readonly unbooked: () => number
}

/** @param settingsNotWritten how many there are, when the metrics are read */
export function createTelemetry(registry: Registry): Telemetry {
  const rounds = counterIn(registry, 'aviator_rounds_total', 'Rounds by the phase that they have reached', 'phase')
  const bets = counterIn(registry, 'aviator_bets_total', 'Ended bets by result', 'result')
  const staked = counterIn(registry, 'aviator_staked_paise_total', 'Stakes of ended bets')
  const paid = counterIn(registry, 'aviator_paid_paise_total', 'Payouts of ended bets')
  const refusals = counterIn(registry, 'aviator_wallet_refusals_total', 'Bets that the wallet refused', 'code')
  const late = counterIn(
    registry,
    'aviator_late_cash_outs_total',
    'Cash-outs that the gateway received before the crash and that arrived after it',
  )
  const lateness = new Histogram({
    name: 'aviator_tick_lateness_seconds',
    help: 'Lag of ticks',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1],
    registers: [registry],
  })
  let watched: WatchedTable | undefined
  gaugeIn(registry, 'aviator_open_bets', 'Open bets of the round', () => watched?.open() ?? Number.NaN)
  gaugeIn(
    registry,
    'aviator_unbooked_bets',
    'Decided bets that wait for the wallet',
    () => watched?.unbooked() ?? Number.NaN,
  )
  return {
    reached: (phase) => rounds.inc({ phase }),
    ended({ stakePaise, decision }) {
      const payoutPaise = decision?.payoutPaise ?? 0
      bets.inc({ result: payoutPaise === 0 ? 'loss' : 'win' })
      staked.inc(stakePaise)
      paid.inc(payoutPaise)
    },
    refused: (code) => refusals.inc({ code }),
    cameLate: () => late.inc(),
    ticked: (lateSeconds) => lateness.observe(lateSeconds),
    watch: (table) => (watched = table),
  }
}
