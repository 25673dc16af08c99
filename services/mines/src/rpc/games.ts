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
import type { House } from '@kismet/game-kit/house'
import { activePlay, startLasting, takeStep, takeWinnings } from '@kismet/game-kit/lasting'
import { handle } from '@kismet/service-kit/handle'
import { isRefusal, Refusal } from '@kismet/service-kit/refusal'
import { isRunning } from '../auto/runs.ts'
import { minesGame } from '../domain/mines.ts'
import { boardView, gameView } from './views.ts'

/** The wallet's refusal in the words that Mines has for it (product spec, 5.6). */
function inWordsOfMines(error: unknown): unknown {
  if (!isRefusal(error, 'insufficient_balance')) return error
  return Refusal.read(error.code, minesTexts.beyondBalance, error.params)
}

/** The calls of a game by hand. */
export const gameOperations = [
  handle(startMines, async (house: House, call) => {
    const { bet: stakePaise, minesCount } = call.input
    const obstacle = async () => ((await isRunning(house, call)) ? new Refusal('auto_running') : undefined)
    const bet = { stakePaise, params: { minesCount }, obstacle }
    const standing = await startLasting(house, minesGame, call, bet).catch((error: unknown) => {
      throw inWordsOfMines(error)
    })
    const { balancePaise, balanceSeq } = standing.opened
    const { serverSeedHash, clientSeed, nonce } = standing.play
    return {
      game: gameView(standing),
      ...boardView(standing),
      ...{ serverSeedHash, clientSeed, nonce, balance: paise(balancePaise), balanceSeq, bonusReleased: false },
    }
  }),

  handle(revealMinesTile, async (house: House, call) => {
    const { gameId, tileIndex } = call.input
    const standing = await takeStep(house, minesGame, call, { betId: gameId, step: tileIndex })
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

  handle(cashOutMines, async (house: House, call) => {
    const standing = await takeWinnings(house, minesGame, call, call.input.gameId)
    const game = gameView(standing)
    return {
      ...{ game, payout: game.potentialPayout, multiplier: game.multiplier, message: 'Cashed out' },
      ...bookedOf(standing.end),
      ...revealedOf(standing.end),
    }
  }),

  handle(getActiveMines, async (house: House, call) => {
    const standing = await activePlay(house, call, minesGame)
    const { balance, balanceSeq } = await house.bus.call(
      readBalance,
      { playerId: call.player.id },
      { requestId: call.meta.requestId },
    )
    const of = { balance, balanceSeq }
    if (standing === undefined) return { game: null, nextMultipliers: [], mineRiskPercent: null, gemsLeft: null, ...of }
    return { game: gameView(standing), ...boardView(standing), ...of }
  }),
]
