import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  adminListEntries,
  aviatorGetState,
  aviatorPlaceBet,
  cashOutMines,
  getPlayReplay,
  getRoundReplay,
  listRoundBets,
  playSlots,
  revealMinesTile,
  startMines,
} from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { fund } from '@kismet/test-env/actors'
import { auditLog } from '@kismet/test-env/audit-log'
import { eventually } from '@kismet/test-env/eventually'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { TestCasino } from '@kismet/test-env/test-casino'

let casino: TestCasino
let owner: AdminActor
let asha: PlayerActor

beforeAll(async () => {
  casino = await TestCasino.create({ env: { aviator: { SPEED: '10' } } })
  owner = await casino.admin()
  asha = await casino.player()
  await fund(asha, owner, 10_000)
}, 60_000)
afterAll(() => casino.close())

const plays = {
  dice: async () => (await asha.rollDice({ betAmount: 100, rollOver: 50 })).betId,
  slots: async () => (await asha.api.must(playSlots, { bet: 100 })).betId,
  mines: async () => {
    const { game } = await asha.api.must(startMines, { bet: 100, minesCount: 1 })
    const { result } = await asha.api.must(revealMinesTile, { gameId: game.id, tileIndex: 12 })
    if (result === 'gem') await asha.api.must(cashOutMines, { gameId: game.id })
    return game.id
  },
}

/** A bet of Aviator in the next round that takes one. */
async function fly(): Promise<string> {
  const socket = await PlayerSocket.open(casino.gatewayUrl, asha.api.token)
  const placed = await eventually(
    'a round takes a bet',
    async () => {
      const { roundId } = await socket.ask(aviatorGetState)
      const answer = await socket.ask(aviatorPlaceBet, { amount: 100, autoCashout: 1.01, roundId })
      return answer.success ? (answer as unknown as { betId: string }) : undefined
    },
    40_000,
  )
  socket.close()
  return placed.betId
}

/** A bet once it is over, and its ledger entries. */
async function over(betId: string) {
  const play = await eventually(
    'the bet is over',
    async () => {
      const found = await owner.api.must(getPlayReplay, { betId }).catch(() => undefined)
      if (found !== undefined && found.play.stage !== 'open') return found.play
      // Each look is a row of the audit log, which is read below, 200 rows at most.
      await delay(500)
      return undefined
    },
    60_000,
  )
  const { entries } = await owner.api.must(adminListEntries, { reference: betId })
  return { play, entries }
}

describe('an admin follows a bet', () => {
  it.each(Object.entries(plays))('of %s from its id to its seeds and its ledger entries', async (game, begin) => {
    const betId = await begin()
    const { play, entries } = await over(betId)
    expect(play).toMatchObject({ betId, playerId: asha.id, game, stake: 100 })
    expect(verifyProof(play.proof).valid).toBe(true)
    expect(entries.map(({ reference }) => new Set([reference]))).toEqual(entries.map(() => new Set([betId])))
    const moved = entries.reduce((sum, { amount }) => sum + amount, 0)
    expect(moved).toBeCloseTo((play.payout ?? 0) - play.stake, 2)
  })

  it('of Aviator to its round, by number and by id, with all bets of it', async () => {
    const betId = await fly()
    const { play, entries } = await over(betId)
    expect(play).toMatchObject({ game: 'aviator', stake: 100, params: { target: 1.01 } })
    expect(entries.length).toBeGreaterThan(0)
    const { roundId, roundNumber } = play.round ?? { roundId: '', roundNumber: 0 }
    const { round } = await owner.api.must(getRoundReplay, { round: String(roundNumber) })
    expect(round).toMatchObject({ roundId, phase: 'crashed', bets: { count: 1, staked: 100, paid: play.payout } })
    expect(verifyProof(round.proof).valid).toBe(true)
    const { bets, nextCursor } = await owner.api.must(listRoundBets, { round: roundId })
    expect(bets).toMatchObject([{ betId, playerId: asha.id, target: 1.01, payout: play.payout }])
    expect(nextCursor).toBeNull()
  }, 120_000)

  it('and the audit log says who has looked at what', async () => {
    const { rows } = await auditLog(owner, { limit: 200 })
    const views = rows.filter(({ action }) => action === 'play.view' || action === 'round.view')
    expect(new Set(views.map(({ service, action }) => `${service} ${action}`))).toEqual(
      new Set(['auth play.view', 'aviator play.view', 'aviator round.view']),
    )
    expect(new Set(views.map(({ admin, ip }) => `${admin.username} ${ip ?? ''}`))).toEqual(new Set(['owner 127.0.0.1']))
  })
})

it('is refused to players, and for what is no bet and no round', async () => {
  const betId = await plays.dice()
  expect((await asha.api.call(getPlayReplay, { betId })).status).toBe(401)
  expect((await asha.api.call(getRoundReplay, { round: '1' })).status).toBe(401)
  for (const id of ['nothing', '019a8f00-0000-7000-8000-000000000001', `${betId.slice(0, -1)}x`])
    expect((await owner.api.call(getPlayReplay, { betId: id })).status).toBe(404)
  expect((await owner.api.call(getRoundReplay, { round: '99999999' })).status).toBe(404)
  expect((await owner.api.call(listRoundBets, { round: '99999999', cursor: 'x' })).status).toBe(400)
})
