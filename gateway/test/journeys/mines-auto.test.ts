import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  continueMinesAuto,
  getBetProof,
  getLedgerState,
  getMinesAutoSettings,
  getMinesAutoStatus,
  logout,
  login,
  resetMinesAuto,
  setMinesAutoSettings,
  setSiteMaintenance,
  startMines,
  startMinesAuto,
  stopMinesAuto,
} from '@kismet/contracts'
import type { WireOutput } from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { fund } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { TestCasino } from '@kismet/test-env/test-casino'

type Continued = WireOutput<typeof continueMinesAuto>

let casino: TestCasino
let owner: AdminActor
let asha: PlayerActor

beforeAll(async () => {
  casino = await TestCasino.create()
  owner = await casino.admin()
  asha = await casino.player()
  await fund(asha, owner, 10_000)
})
afterAll(() => casino.close())

const chosen = { selectedTiles: [3, 17], betAmount: 100, minesCount: 3, tilesToReveal: 2 }
/** Two whom the page polls for, as one tab does: until a game was played. */
const nextGame = (player: PlayerActor): Promise<Continued> =>
  eventually('a game was played, or the run is over', async () => {
    const answer: Continued = await player.api.must(continueMinesAuto, {})
    return (answer.game !== null || answer.stopped) && answer
  })

describe('a player of Mines auto', () => {
  it('is told in order what keeps a run from beginning', async () => {
    const start = (input: object) => asha.api.call(startMinesAuto, { ...chosen, ...input })
    const refused = async (input: object, status: number, message: string) =>
      expect(await start(input)).toMatchObject({ status, body: { success: false, message } })
    await refused({ selectedTiles: [], betAmount: 0 }, 400, 'Please select tiles before starting auto mode')
    await refused({ betAmount: 0 }, 400, 'Please enter a valid bet amount')
    await refused({ minesCount: 24 }, 400, 'Cannot select more than 1 tiles')
    await refused({ betAmount: 10_001 }, 422, 'Insufficient balance for this bet')
    await asha.api.must(setMinesAutoSettings, { ...chosen, stopOnProfit: 9_999, stopOnLoss: 10_001 })
    await refused({}, 422, 'Invalid Upper Balance Boundary')
    await asha.api.must(setMinesAutoSettings, { ...chosen, stopOnProfit: 10_000, stopOnLoss: 10_001 })
    await refused({}, 422, 'Invalid Lower Balance Boundary')
  })

  it('sets up, starts, and has nothing played by that', async () => {
    await asha.api.must(setMinesAutoSettings, { ...chosen, stopAfterBets: 3, stopOnLoss: null })
    expect(await asha.api.must(startMinesAuto, chosen)).toMatchObject({
      message: 'Auto Mode Started!',
      settings: { status: 'running', isActive: true, stopAfterBets: 3, betsPlayed: 0, startingBalance: 10_000 },
    })
    expect(await asha.api.call(startMinesAuto, chosen)).toMatchObject({ status: 409, body: { code: 'auto_running' } })
    expect(await asha.api.call(startMines, { bet: 1, minesCount: 3 })).toMatchObject({ status: 409 })
    expect(await asha.balance()).toBe(10_000)
  })

  it('in two tabs plays one game, and the same one again under its key', async () => {
    const [one, two] = await Promise.all([
      asha.api.call(continueMinesAuto, {}, { key: 'tab-one-1' }),
      asha.api.call(continueMinesAuto, {}, { key: 'tab-two-1' }),
    ])
    const played = [one, two].filter(({ body }) => body.game !== null)
    expect(played).toHaveLength(1)
    const waiting = [one, two].find(({ body }) => body.game === null)
    expect(waiting).toMatchObject({ status: 200, body: { stopped: false, reason: null } })
    const key = played[0] === one ? 'tab-one-1' : 'tab-two-1'
    const again = await asha.api.call(continueMinesAuto, {}, { key })
    expect(again.body).toEqual(played[0]?.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
  })

  it('goes on after a restart of the service, and is paused while the site is closed', async () => {
    await casino.stop('mines')
    expect((await asha.api.call(continueMinesAuto)).status).toBe(503)
    await casino.start('mines')
    await owner.api.must(setSiteMaintenance, { siteMaintenance: true })
    await eventually('Mines has heard of it', async () => {
      const { body } = await asha.api.call(getMinesAutoStatus)
      return (body.settings as { status?: string } | undefined)?.status === 'paused'
    })
    expect(await asha.api.call(continueMinesAuto)).toMatchObject({ status: 503, body: { code: 'maintenance' } })
    await owner.api.must(setSiteMaintenance, { siteMaintenance: false })
    await eventually('the run goes on', async () => (await asha.api.call(continueMinesAuto)).status === 200)
    expect((await asha.api.must(getMinesAutoSettings, {})).settings.status).toBe('running')
  })

  it('ends with the number of bets, and can check each of its games', async () => {
    let last = await nextGame(asha)
    while (!last.stopped) last = await nextGame(asha)
    expect(last).toMatchObject({
      stopped: true,
      reason: 'bets_done',
      settings: { status: 'stopped', betsPlayed: 3, betsPlaced: 3 },
    })
    const { settings } = await asha.api.must(getMinesAutoStatus, {})
    expect(settings.gamesPlayed).toHaveLength(3)
    expect(settings.wins + settings.losses).toBe(3)
    const net = settings.gamesPlayed.reduce((sum, { payout, bet }) => sum + payout - bet, 0)
    expect(settings.totalProfit).toBe(net)
    expect(await asha.balance()).toBe(10_000 + net)
    for (const { gameId } of settings.gamesPlayed) {
      const { proof } = await asha.api.must(getBetProof, { betId: gameId })
      expect(verifyProof(proof).valid).toBe(true)
    }
  })

  it('stops a run and resets it', async () => {
    await asha.api.must(startMinesAuto, chosen)
    expect(await asha.api.must(stopMinesAuto, {})).toMatchObject({
      message: 'Auto Mode Stopped',
      settings: { stopReason: 'stopped_by_player', totalProfit: 0 },
    })
    expect(await asha.api.must(resetMinesAuto, {})).toMatchObject({ settings: { startedAt: null, stopReason: null } })
  })

  it('finds a run ended whose login has ended', async () => {
    await asha.api.must(startMinesAuto, chosen)
    await asha.api.must(logout, {})
    const { email, password } = asha
    asha.api.token = (await asha.api.must(login, { email, password })).token
    expect((await asha.api.must(getMinesAutoStatus, {})).settings).toMatchObject({
      status: 'stopped',
      stopReason: 'session_ended',
    })
  })

  it('leaves a ledger that adds up', async () => {
    const nowMs = Date.now()
    const ledger = await eventually('the ledger was looked at', async () => {
      const state = await owner.api.must(getLedgerState, {})
      return Date.parse(state.checkedAt ?? '') >= nowMs && state
    })
    expect(ledger).toMatchObject({ state: 'clean', openStakesTotal: 0 })
  })
})
