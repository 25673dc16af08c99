import { isDeepStrictEqual } from 'node:util'
import {
  cashOutMines,
  getActiveMines,
  minesTexts,
  paise,
  readBalance,
  revealMinesTile,
  startMines,
} from '@kismet/contracts'
import { bookedOf, revealedOf } from '@kismet/game-kit/answer'
import type { Bet } from '@kismet/game-kit/bet'
import type { GameContext } from '@kismet/game-kit/game-context'
import { activeGame, cashOut, takeStep } from '@kismet/game-kit/lasting'
import type { Standing } from '@kismet/game-kit/lasting'
import { placeBet } from '@kismet/game-kit/place-bet'
import { handle } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { readRun } from '../auto/runs.ts'
import { minesGame } from '../domain/mines.ts'
import { boardView, gameView } from './views.ts'

/** The wallet's refusal in the words that Mines has for it (product spec, 5.6). */
function inWordsOfMines(error: unknown): unknown {
  if (!isRefusal(error, 'insufficient_balance')) return error
  return Refusal.read(error.code, minesTexts.beyondBalance, error.params)
}

/** The calls of a game by hand. */
export const gameOperations = [
  handle(startMines, async (ctx: GameContext, call) => {
    const { bet: stakePaise, minesCount } = call.input
    const wager = async () => {
      if ((await readRun(ctx, call))?.status === 'running') throw new Refusal('auto_running')
      return { stakePaise, params: { minesCount } }
    }
    const isSame = (bet: Bet) => bet.stakePaise === stakePaise && isDeepStrictEqual(bet.params, { minesCount })
    const bet = await placeBet(ctx, call, { game: minesGame, wager, isSame }).catch((error: unknown) => {
      throw inWordsOfMines(error)
    })
    const standing: Standing = { bet, steps: [], end: undefined }
    const { placed, serverSeedHash, clientSeed, nonce } = bet
    const { balancePaise, balanceSeq } = placed
    return {
      game: gameView(standing),
      ...boardView(standing),
      ...{ serverSeedHash, clientSeed, nonce, balance: paise(balancePaise), balanceSeq, bonusReleased: false },
    }
  }),

  handle(revealMinesTile, async (ctx: GameContext, call) => {
    const { gameId, tileIndex } = call.input
    const standing = await takeStep(ctx, minesGame, call, { betId: gameId, step: tileIndex })
    const { end } = standing
    const game = gameView(standing)
    const { multiplier, potentialPayout } = game
    const shown = { multiplier, potentialPayout, ...boardView(standing), game }
    if (end === undefined) return { result: 'gem' as const, ...shown, bonusReleased: false }
    const isGem = end.payoutPaise > 0
    return {
      result: isGem ? ('gem' as const) : ('mine' as const),
      ...shown,
      ...(isGem ? { cashedOut: true as const } : {}),
      ...{ payout: paise(end.payoutPaise), ...bookedOf(end), ...revealedOf(end) },
    }
  }),

  handle(cashOutMines, async (ctx: GameContext, call) => {
    const standing = await cashOut(ctx, minesGame, call, call.input.gameId)
    const game = gameView(standing)
    return {
      ...{ game, payout: game.potentialPayout, multiplier: game.multiplier, message: 'Cashed out' },
      ...bookedOf(standing.end),
      ...revealedOf(standing.end),
    }
  }),

  handle(getActiveMines, async (ctx: GameContext, call) => {
    const standing = await activeGame(ctx, call, minesGame)
    const { balance, balanceSeq } = await ctx.bus.call(
      readBalance,
      { playerId: call.player.id },
      { requestId: call.meta.requestId },
    )
    const of = { balance, balanceSeq }
    if (standing === undefined) return { game: null, nextMultipliers: [], mineRiskPercent: null, gemsLeft: null, ...of }
    return { game: gameView(standing), ...boardView(standing), ...of }
  }),
]
