import type { MinesAutoStopReason, WireOutput } from '@kismet/contracts'
import {
  continueMinesAuto,
  getBalance,
  getMinesAutoStatus,
  resetMinesAuto,
  setMinesAutoSettings,
  startMinesAuto,
  stopMinesAuto,
} from '@kismet/contracts'
import type { Reply } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { autoAtFirst, PlayerGateway } from './player-gateway.ts'

type Settings = typeof autoAtFirst
type Game = WireOutput<typeof getMinesAutoStatus>['settings']['gamesPlayed'][number]
export type ContinueReply = Reply<typeof continueMinesAuto>

/** A fake service for automatic Mines. A test decides whether each game of the run is lost, or won at x1.5. */
export class FakeMinesAuto {
  readonly gateway = new PlayerGateway()
  balance = 1_000
  balanceSeq = 1
  settings: Settings = autoAtFirst
  games: Game[] = []
  /** What the next games come to; won when nothing is said. */
  readonly results: Game['result'][] = []
  /** Why the next game ends the run. */
  endsFor: MinesAutoStopReason | null = null
  /** What happens to the next orders to continue instead, oldest first. */
  readonly mishaps: (ContinueReply | Promise<ContinueReply>)[] = []

  constructor() {
    const { gateway } = this
    gateway.answer(getBalance, () => ok({ balance: this.balance, balanceSeq: this.balanceSeq, netResult: 0 }))
    gateway.answer(getMinesAutoStatus, () => ok({ settings: { ...this.settings, gamesPlayed: this.games } }))
    gateway.answer(setMinesAutoSettings, ({ body }) => {
      this.settings = { ...this.settings, ...(body as Partial<Settings>) }
      return ok({ message: 'Settings updated', settings: this.settings })
    })
    gateway.answer(startMinesAuto, () => {
      this.run({})
      return ok({ message: 'Auto Mode Started!', settings: this.settings })
    })
    gateway.answer(stopMinesAuto, () => {
      this.end('stopped_by_player')
      return ok({ message: 'Auto Mode Stopped', settings: this.settings })
    })
    gateway.answer(resetMinesAuto, () => {
      const { betAmount, minesCount, selectedTiles } = this.settings
      this.settings = { ...autoAtFirst, betAmount, minesCount, selectedTiles }
      this.games = []
      return ok({ message: 'Auto Mode Reset', settings: this.settings })
    })
    gateway.answer(continueMinesAuto, () => {
      const mishap = this.mishaps.shift()
      return mishap === undefined ? this.play() : mishap
    })
  }

  /** A run is under way. */
  run(changes: Partial<Settings>): void {
    this.games = []
    this.settings = {
      ...this.settings,
      isActive: true,
      status: 'running',
      stopReason: null,
      betsPlayed: 0,
      wins: 0,
      losses: 0,
      totalProfit: 0,
      startingBalance: this.balance,
      currentBalance: this.balance,
      startedAt: '2026-11-21T14:12:00.000Z',
      stoppedAt: null,
      ...changes,
    }
  }

  /** The run has ended. */
  end(stopReason: MinesAutoStopReason): void {
    const stoppedAt = '2026-11-21T14:20:00.000Z'
    this.settings = { ...this.settings, isActive: false, status: 'stopped', stopReason, stoppedAt }
  }

  play(): ContinueReply {
    const { betAmount, selectedTiles, betsPlayed, wins, losses, totalProfit, stopAfterBets } = this.settings
    const result = this.results.shift() ?? 'win'
    const isWin = result === 'win'
    const payout = isWin ? betAmount * 1.5 : 0
    const nonce = betsPlayed + 1
    const game: Game = {
      gameId: `01940000-0000-7000-8000-${String(nonce).padStart(12, '0')}`,
      bet: betAmount,
      result,
      payout,
      multiplier: isWin ? 1.5 : 0,
      tilesRevealed: isWin ? Math.max(1, selectedTiles.length) : 1,
      minePositions: [22, 23, 24],
      nonce,
      createdAt: '2026-11-21T14:13:00.000Z',
    }
    this.balance += payout - betAmount
    this.balanceSeq += 1
    this.games = [game, ...this.games]
    this.settings = {
      ...this.settings,
      betsPlayed: nonce,
      wins: wins + (isWin ? 1 : 0),
      losses: losses + (isWin ? 0 : 1),
      totalProfit: totalProfit + payout - betAmount,
      currentBalance: this.balance,
    }
    const reason = this.endsFor ?? (nonce === stopAfterBets ? 'bets_done' : null)
    if (reason) this.end(reason)
    return this.#continued(game, reason, 0)
  }

  /** Another tab has just played. */
  tooEarly(retryAfterMs: number): ContinueReply {
    return this.#continued(null, null, retryAfterMs)
  }

  #continued(game: Game | null, reason: MinesAutoStopReason | null, retryAfterMs: number): ContinueReply {
    const { balance, balanceSeq, settings } = this
    const stopped = reason !== null
    return ok({ stopped, reason, game, settings, balance, balanceSeq, bonusReleased: false, retryAfterMs })
  }
}
