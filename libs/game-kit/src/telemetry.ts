import type { GameName } from '@kismet/contracts'
import { counterIn } from '@kismet/service-kit/metrics'
import type { Registry } from '@kismet/service-kit/metrics'
import type { SettledBet } from './bet.ts'
import { gameOf } from './game.ts'
import type { Game } from './game.ts'

/** Everything that a game service counts. Rates are quotients: actual RTP = paid / staked, theoretical RTP = expected / staked. */
export interface Telemetry {
  /** The reader of the log has taken a settled bet. A returned stake does not count in rates. */
  settled(bet: SettledBet): void
  /** The reader of the log has left out an entry that it cannot read. */
  unread(title: string): void
  /** The wallet took no money. */
  refused(game: GameName, code: string): void
}

export function createTelemetry(registry: Registry, games: readonly Game[]): Telemetry {
  const counter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    counterIn<'game' | Label>(registry, name, help, 'game', ...labelNames)
  const bets = counter('game_bets_total', 'Settled bets by result', 'result')
  const staked = counter('game_staked_paise_total', 'Stakes of settled bets')
  const paid = counter('game_paid_paise_total', 'Payouts of settled bets')
  const expected = counter('game_expected_paise_total', 'Stakes times the exact RTP of their settings')
  const unread = counter('game_unread_bets_total', 'Bets of the ledger that the game cannot read')
  const refusals = counter('game_wallet_refusals_total', 'Bets that the wallet refused', 'code')
  return {
    settled(bet) {
      const { game, stakePaise, payoutPaise, isRefund, source } = bet
      bets.inc({ game, result: isRefund ? 'refund' : payoutPaise > 0 ? 'win' : 'loss' })
      if (isRefund) return
      const definition = gameOf({ games }, bet)
      const rtp = definition.versions[source.version]?.rtp(definition.params.parse(bet.params))
      staked.inc({ game }, stakePaise)
      paid.inc({ game }, payoutPaise)
      if (rtp !== undefined) expected.inc({ game }, (stakePaise * Number(rtp.numerator)) / Number(rtp.denominator))
    },
    unread: (title) => unread.inc({ game: title }),
    refused: (game, code) => refusals.inc({ game, code }),
  }
}
