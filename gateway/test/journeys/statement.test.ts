import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  aviatorCashedOut,
  aviatorLossesProcessed,
  aviatorPlaceBet,
  downloadAccountStatement,
  gameChange,
  getAccountStatement,
  getCharts,
  getOnlineUsers,
  getPlayerDayStatement,
  getTodayProfitLoss,
  playSlots,
  startMines,
} from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { fund } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { inBetting } from '@kismet/test-env/in-betting'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { TestCasino } from '@kismet/test-env/test-casino'

let casino: TestCasino
let owner: AdminActor
let asha: PlayerActor
/** Rupees of the game of Mines that stays open. */
const openStake = 150

beforeAll(async () => {
  casino = await TestCasino.create({ env: { aviator: { SPEED: '5' } } })
  owner = await casino.admin()
  asha = await casino.player()
})
afterAll(() => casino.close())

type Rows = WireOutput<typeof getAccountStatement>['statements']

const inPaise = (rupees: number) => Math.round(rupees * 100)

/** The own statement once its newest balance, less what is still open, is the balance: then nothing is missing on it. */
function statementOf(player: PlayerActor, openRupees: number): Promise<Rows> {
  return eventually('the statement has come to the balance', async () => {
    const answer = await player.api.must(getAccountStatement, { limit: 50 }).catch(() => undefined)
    const rows: Rows | undefined = answer?.statements
    const standsAt = inPaise(await player.balance()) + inPaise(openRupees)
    return inPaise(rows?.[0]?.closeBalance ?? 0) === standsAt && rows
  })
}

/** A bet of 100 in the next round of Aviator, from its betting to its end: at a target that nearly every flight passes, or lost. */
async function playAviator(player: PlayerActor): Promise<void> {
  const socket = await PlayerSocket.open(casino.gatewayUrl, player.api.token)
  await inBetting(socket, async ({ roundId }) => {
    const bet = { amount: 100, roundId, autoCashout: 1.01 }
    expect(await socket.ask(aviatorPlaceBet, bet)).toMatchObject({ success: true })
  })
  const ends = () => [...socket.heard(aviatorCashedOut), ...socket.heard(aviatorLossesProcessed)]
  await eventually('the bet ends', () => ends().length === 1, 40_000)
  socket.close()
}

describe('the account statement of a player', () => {
  it('is empty at first, and has the deposit once it is approved', async () => {
    expect(await statementOf(asha, 0)).toEqual([])
    await fund(asha, owner, 1_000)
    expect(await statementOf(asha, 0)).toMatchObject([
      { gameType: 'Deposit', result: 'approved', credit: 1_000, closeBalance: 1_000 },
    ])
  })

  it('comes to the balance and the open stakes after plays, the bonus and a game that is still open', async () => {
    for (let play = 0; play < 5; play += 1) await asha.rollDice({ betAmount: 100, rollOver: 2 })
    await asha.api.must(playSlots, { bet: 100 })
    await asha.api.must(startMines, { bet: openStake, minesCount: 3 })
    const rows = await statementOf(asha, openStake)
    const count = (gameType: string) => rows.filter((row) => row.gameType === gameType).length
    expect([count('Deposit'), count('Dice'), count('Slots'), count('Mines'), count('Bonus')]).toEqual([1, 5, 1, 0, 1])
  })

  it('is a file for its own player, and nobody reads it without a login', async () => {
    const file = await asha.api.download(`${downloadAccountStatement.route.path}?gameType=Dice`)
    expect(file.status).toBe(200)
    expect((await file.text()).trimEnd().split('\n')).toHaveLength(6)
    const stranger = casino.stranger()
    expect((await stranger.api.call(getAccountStatement, {})).status).toBe(401)
    expect((await stranger.api.download(downloadAccountStatement.route.path)).status).toBe(401)
  })

  it('is what an admin watches: the day of each player, its lines, the charts, who is online', async () => {
    const vikram = await casino.player()
    await fund(vikram, owner, 500)
    await vikram.rollDice({ betAmount: 100, rollOver: 50 })
    const { summary, total, since } = await eventually('both have bet today', async () => {
      const answer = await owner.api.must(getTodayProfitLoss, {})
      return answer.summary.length === 2 && answer.total.gamesPlayed === 7 && answer
    })
    expect(summary.map(({ email, totalBets, gamesPlayed }) => ({ email, totalBets, gamesPlayed }))).toEqual([
      { email: asha.email, totalBets: 600, gamesPlayed: 6 },
      { email: vikram.email, totalBets: 100, gamesPlayed: 1 },
    ])
    const sum = summary.reduce((paise, { netResult }) => paise + inPaise(netResult), 0)
    expect(inPaise(total.netResult)).toBe(sum)
    const day = await owner.api.must(getPlayerDayStatement, { userId: asha.id })
    expect(day.statements).toEqual(await statementOf(asha, openStake))
    expect(day.statements.every(({ date }) => date >= since)).toBe(true)
    const { points } = await owner.api.must(getCharts, {})
    expect(points.reduce((count, { bets }) => count + bets, 0)).toBe(7)
    expect(points.reduce((paise, { ggr }) => paise + inPaise(ggr), 0)).toBe(-sum)
    expect(points.reduce((rupees, { depositsAmount }) => rupees + depositsAmount, 0)).toBe(1_500)
    expect((await asha.api.call(getTodayProfitLoss, {})).status).toBe(401)
    const open = await PlayerSocket.open(casino.gatewayUrl, vikram.api.token)
    await open.ask(gameChange, { gameName: 'Aviator' })
    const { count, users } = await eventually('the game of the player is told', async () => {
      const online = await owner.api.must(getOnlineUsers, {})
      return online.users[0]?.currentGame !== null && online
    })
    expect(count).toBe(1)
    expect(users).toMatchObject([{ userId: vikram.id, email: vikram.email, currentGame: 'Aviator', ip: '127.0.0.1' }])
    open.close()
  })

  it('is unavailable while MongoDB is down, games and money go on, and it is complete afterwards', async () => {
    await casino.mongo.stop('SIGKILL')
    const refused = await asha.api.call(getAccountStatement, {})
    expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect((await asha.api.download(downloadAccountStatement.route.path)).status).toBe(503)
    const day = await owner.api.call(getPlayerDayStatement, { userId: asha.id })
    expect(day).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    for (let play = 0; play < 3; play += 1) await asha.rollDice({ betAmount: 100, rollOver: 2 })
    await playAviator(asha)
    await fund(asha, owner, 500)
    await casino.mongo.start()
    const rows = await statementOf(asha, openStake)
    expect(rows.filter((row) => row.gameType === 'Dice')).toHaveLength(8)
    expect(rows.filter((row) => row.gameType === 'Aviator')).toHaveLength(1)
    expect(rows.filter((row) => row.gameType === 'Deposit')).toHaveLength(2)
  }, 120_000)
})
