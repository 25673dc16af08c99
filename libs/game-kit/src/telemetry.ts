import type { GameName } from '@kismet/contracts'
import { counterIn, gaugeIn, gaugesIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'

/** Everything that this service counts. Rates are quotients: actual RTP = paid / staked, theoretical RTP = expected / staked. */
export interface Telemetry {
  /** A play was recorded. Amounts in paise; `expectedPaise` is the stake times the exact RTP of its settings. */
  played(game: GameName, play: { stakePaise: number; payoutPaise: number; expectedPaise: number }): void
  /** A bet was recorded whose stake was returned. It does not count in rates. */
  refunded(game: GameName): void
  /**
   * A bet on an invalid commitment was refused, or a result cannot be recorded because another
   * writer has stored a result.
   */
  notOwn(game: GameName): void
  /** The wallet took no money. */
  refused(game: GameName, code: string): void
  /** The sweep has worked on an unfinished play. */
  repaired(game: GameName, outcome: 'settled' | 'open' | 'refused' | 'unknown'): void
}

/** What is counted in the tables when the metrics are read. */
interface Counts {
  /** Plays that are claimed and not ended. */
  readonly unfinished: () => Promise<number>
  /** Seats, by their game. */
  readonly notMarked: () => Promise<ReadonlyMap<string, number>>
}

export function createTelemetry(
  registry: Registry,
  games: readonly GameName[],
  { unfinished, notMarked }: Counts,
): Telemetry {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    counterIn<'game' | Label>(registry, name, help, 'game', ...labelNames)
  const plays = counter('game_plays_total', 'Recorded bets by result', 'result')
  const staked = counter('game_staked_paise_total', 'Stakes of recorded bets')
  const paid = counter('game_paid_paise_total', 'Payouts of recorded bets')
  const expected = counter('game_expected_paise_total', 'Stakes times the exact RTP of their settings')
  const notOwn = counter(
    'game_commitments_not_own_total',
    'Refused bets on invalid commitments, and results that cannot be recorded',
  )
  // A first increment is visible only after a sample of 0.
  for (const game of games) notOwn.inc({ game }, 0)
  const refusals = counter('game_wallet_refusals_total', 'Bets that the wallet refused', 'code')
  const repairs = counter('game_sweep_repairs_total', 'Unfinished bets that the sweep has retried', 'outcome')
  gaugeIn(registry, 'game_unfinished_plays', 'Bets in progress, without games that wait for their players', () =>
    unfinished().catch(() => Number.NaN),
  )
  const notMarkedHelp = 'Seats with an invalid commitment, where bets are refused'
  gaugesIn(registry, 'game_seats_not_marked', notMarkedHelp, 'game', notMarked)
  return {
    played(game, { stakePaise, payoutPaise, expectedPaise }) {
      plays.inc({ game, result: payoutPaise > 0 ? 'win' : 'loss' })
      staked.inc({ game }, stakePaise)
      paid.inc({ game }, payoutPaise)
      expected.inc({ game }, expectedPaise)
    },
    refunded: (game) => plays.inc({ game, result: 'refund' }),
    notOwn: (game) => notOwn.inc({ game }),
    refused: (game, code) => refusals.inc({ game, code }),
    repaired: (game, outcome) => repairs.inc({ game, outcome }),
  }
}
