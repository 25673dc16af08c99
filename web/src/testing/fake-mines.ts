import type { WireOutput } from '@kismet/contracts'
import {
  cashOutMines,
  getActiveMines,
  getBalance,
  getMinesCommitment,
  listMinesPlays,
  minesTexts,
  revealMinesTile,
  startMines,
} from '@kismet/contracts'
import {
  drawMines,
  minesGemsLeft,
  minesMultiplierHundredths,
  minesPayoutPaise,
  mineRiskHundredths,
  nextMinesMultipliersHundredths,
  serverSeedHash,
} from '@kismet/fairness'
import type { Reply, SentRequest } from '@kismet/app-kit/testing/fake-gateway.ts'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { z } from 'zod'
import { seedOf } from './seed-of.ts'
import { PlayerGateway } from './player-gateway.ts'

type WireGame = WireOutput<typeof startMines>['game']
export type RevealReply = Reply<typeof revealMinesTile>
export type CashOutReply = Reply<typeof cashOutMines>
export type StartReply = Reply<typeof startMines>
const StartBody = z.object({
  bet: z.number(),
  minesCount: z.number(),
  clientSeed: z.string(),
  serverSeedHash: z.string(),
})
const RevealBody = z.object({ gameId: z.string(), tileIndex: z.number() })

/** A fake service that plays Mines by the rules, one game at a time. */
export class FakeMines {
  readonly gateway = new PlayerGateway()
  nonce = 1
  balance = 1_000
  balanceSeq = 1
  game: WireGame | null = null
  readonly plays: WireOutput<typeof listMinesPlays>['plays'] = []
  /** What happens to the next orders instead, oldest first. */
  readonly starts: (StartReply | Promise<StartReply>)[] = []
  readonly reveals: (RevealReply | Promise<RevealReply>)[] = []
  readonly cashOuts: (CashOutReply | Promise<CashOutReply>)[] = []
  /** Seeds that are used instead of those that a game was begun with. */
  swapped: { readonly serverSeedHash?: string; readonly clientSeed?: string } = {}

  constructor() {
    const { gateway } = this
    gateway.answer(getBalance, () => ok({ ...this.#money(), netResult: 50 }))
    gateway.answer(getMinesCommitment, () => ok({ game: 'mines', version: '1', clientSeed: 'asha', ...this.next() }))
    gateway.answer(listMinesPlays, () => ok({ plays: [...this.plays] }))
    gateway.answer(getActiveMines, () => {
      const active = this.game?.isActive === true ? this.game : null
      const beside = active ? this.#beside(active) : { nextMultipliers: [], mineRiskPercent: null, gemsLeft: null }
      return ok({ game: active, ...beside, ...this.#money() })
    })
    gateway.answer(startMines, (request) => this.#orMishap(this.starts, () => this.start(request)))
    gateway.answer(revealMinesTile, (request) => this.#orMishap(this.reveals, () => this.reveal(request)))
    gateway.answer(cashOutMines, () => this.#orMishap(this.cashOuts, () => this.cashOut()))
  }

  next(): { serverSeedHash: string; nonce: number } {
    return { serverSeedHash: serverSeedHash(seedOf(this.nonce)), nonce: this.nonce }
  }

  /** The mines of the game that is on. @throws Error when there is none */
  mines(): number[] {
    if (!this.game) throw new Error('No game is on')
    const { clientSeed, nonce, minesCount } = this.game
    return drawMines({ serverSeed: seedOf(nonce), clientSeed, nonce }, minesCount)
  }

  gems(): number[] {
    const mines = this.mines()
    return Array.from({ length: 25 }, (_, tile) => tile).filter((tile) => !mines.includes(tile))
  }

  start({ body }: Pick<SentRequest, 'body'>): StartReply {
    const { bet, minesCount, clientSeed, serverSeedHash: seen } = StartBody.parse(body)
    if (this.game?.isActive) return refuse('game_active')
    const { serverSeedHash: hash, nonce } = this.next()
    if (seen !== hash) return refuse('commitment_changed')
    this.game = {
      id: `01940000-0000-7000-8000-${String(nonce).padStart(12, '0')}`,
      bet,
      minesCount,
      isActive: true,
      revealedTiles: [],
      multiplier: 1,
      potentialPayout: 0,
      serverSeedHash: hash,
      nonce,
      clientSeed,
      ...this.swapped,
    }
    this.#book(-bet)
    const seeds = { serverSeedHash: hash, nonce, clientSeed }
    return ok({ game: this.game, ...this.#beside(this.game), ...seeds, ...this.#money(), bonusReleased: false })
  }

  reveal({ body }: Pick<SentRequest, 'body'>): RevealReply {
    const { gameId, tileIndex } = RevealBody.parse(body)
    if (this.game?.id !== gameId) return refuse('not_found', minesTexts.notFound)
    if (!this.game.isActive) return refuse('game_not_active')
    const before = this.game
    const revealedTiles = [...before.revealedTiles, tileIndex]
    if (this.mines().includes(tileIndex)) {
      this.#end({ ...before, revealedTiles, multiplier: 0, potentialPayout: 0 })
      const beside = { ...this.#beside(before), mineRiskPercent: null }
      return ok({
        result: 'mine',
        ...this.#worth(),
        ...beside,
        game: this.game,
        bonusReleased: false,
        ...this.#seeds(),
      })
    }
    const opened = revealedTiles.length
    const { minesCount } = before
    const payout = minesPayoutPaise({ stakePaise: before.bet * 100, minesCount, opened }) / 100
    this.game = {
      ...before,
      revealedTiles,
      multiplier: minesMultiplierHundredths(minesCount, opened) / 100,
      potentialPayout: payout,
    }
    return ok({
      result: 'gem',
      ...this.#worth(),
      ...this.#beside(this.game),
      game: this.game,
      bonusReleased: false,
    })
  }

  cashOut(): CashOutReply {
    if (!this.game) return refuse('not_found', minesTexts.notFound)
    if (!this.game.isActive) return refuse('game_not_active')
    if (this.game.revealedTiles.length === 0) return refuse('no_tile_revealed')
    this.#book(this.game.potentialPayout)
    this.#end(this.game)
    const { multiplier, potentialPayout } = this.game
    return ok({
      ...this.#seeds(),
      game: this.game,
      payout: potentialPayout,
      multiplier,
      ...this.#money(),
      bonusReleased: false,
      message: 'Cashed out',
    })
  }

  #orMishap<R>(mishaps: (R | Promise<R>)[], byTheRules: () => R): R | Promise<R> {
    const mishap = mishaps.shift()
    // No answer at all (null) is one, too.
    if (mishap === undefined) return byTheRules()
    return mishap
  }

  #end(game: WireGame): void {
    const { clientSeed, nonce, minesCount, bet, id, revealedTiles, multiplier, potentialPayout } = game
    const serverSeed = seedOf(nonce)
    const minePositions = drawMines({ serverSeed, clientSeed, nonce }, minesCount)
    this.game = { ...game, isActive: false, minePositions, serverSeed }
    this.nonce += 1
    this.plays.unshift({
      betId: id,
      mode: 'manual',
      minesCount,
      revealedTiles,
      minePositions,
      result: potentialPayout > 0 ? 'win' : 'loss',
      multiplier,
      bet,
      payout: potentialPayout,
      createdAt: '2026-11-21T12:00:00.000Z',
    })
  }

  #worth(): Pick<WireGame, 'multiplier' | 'potentialPayout'> {
    return { multiplier: this.game?.multiplier ?? 1, potentialPayout: this.game?.potentialPayout ?? 0 }
  }

  #beside({ minesCount, revealedTiles: { length: opened } }: WireGame): {
    nextMultipliers: number[]
    mineRiskPercent: number
    gemsLeft: number
  } {
    return {
      nextMultipliers: nextMinesMultipliersHundredths(minesCount, opened).map((hundredths) => hundredths / 100),
      mineRiskPercent: mineRiskHundredths(minesCount, opened) / 100,
      gemsLeft: minesGemsLeft(minesCount, opened),
    }
  }

  #seeds() {
    const {
      id,
      nonce,
      clientSeed,
      serverSeedHash: hash,
    } = this.game ?? { id: '', nonce: 0, clientSeed: '', serverSeedHash: '' }
    const revealed = { betId: id, version: '1', serverSeed: seedOf(nonce), serverSeedHash: hash, clientSeed, nonce }
    return { ...revealed, ...this.swapped, next: this.next() }
  }

  #book(amount: number): void {
    this.balance = Math.round((this.balance + amount) * 100) / 100
    this.balanceSeq += 1
  }

  #money(): { balance: number; balanceSeq: number } {
    return { balance: this.balance, balanceSeq: this.balanceSeq }
  }
}
