import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  addPlayerNote,
  adminEndPlayerSessions,
  adminGetPlayer,
  adminGetPlayerFunds,
  adminGetPlayerStatement,
  adminListDeposits,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
  adminListWithdrawals,
  getBalance,
  liftSuspension,
  login,
  playDice,
  startMines,
  suspendPlayer,
} from '@kismet/contracts'
import type { AdminActor } from '@kismet/test-env/actors'
import { fund, PlayerActor } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { TestCasino } from '@kismet/test-env/test-casino'

const account = { name: 'Asha Rao', accountNumber: '50100123456789', ifsc: 'HDFC0001234', mobile: '9876543210' }
const reason = 'The same proof for two deposits'

let casino: TestCasino
let owner: AdminActor
beforeAll(async () => {
  casino = await TestCasino.create()
  owner = await casino.admin()
})
afterAll(() => casino.close())

const loggedIn = async ({ email, password }: PlayerActor): Promise<PlayerActor> => {
  const again = new PlayerActor(casino.gatewayUrl, email, password)
  again.api.token = (await again.api.must(login, { email, password })).token
  return again
}
const codeOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await answer
  return [status, body.code]
}

it('an admin finds a player and suspends: refused everywhere and the page closed, while what is under way is settled; lifted, the player plays again', async () => {
  const asha = await casino.player()
  await fund(asha, owner, 5_000)
  await asha.rollDice({ betAmount: 100, rollOver: 50.5 })
  await asha.saveAccount(account)
  const withdrawalId = await asha.requestWithdrawal(500)
  const depositId = await asha.requestDeposit({ amount: 700 })
  const { game } = await asha.api.must(startMines, { bet: 200, minesCount: 1 })
  const page = await PlayerSocket.open(casino.gatewayUrl, asha.api.token)

  const { players } = await owner.api.must(adminListPlayers, { search: asha.email.slice(0, 8).toUpperCase() })
  const { _id: id, state } = players.find(({ email }) => email === asha.email) ?? { _id: '', state: undefined }
  expect([id, state]).toEqual([asha.id, 'active'])
  await owner.api.must(addPlayerNote, { id, text: 'Asked on the phone about the second deposit.' })
  expect((await owner.api.must(adminListPlayerSessions, { id })).sessions).toHaveLength(1)
  const before = (await owner.api.must(adminGetPlayerFunds, { id })).funds
  expect(before).toMatchObject({ held: 500, openStakes: 200, firstDeposit: 5_000, isSuspended: false })
  expect(before.balance).toBe(await asha.balance())

  const { player } = await owner.api.must(suspendPlayer, { id, reason })
  expect(player).toMatchObject({ state: 'suspended', suspension: { by: 'owner', reason }, sessions: 0 })
  await eventually('the page was told', () => Promise.resolve(page.heardOn('session:ended').length > 0))
  expect(page.heardOn('session:ended')).toEqual([{ reason: 'account_suspended' }])
  await expect(PlayerSocket.open(casino.gatewayUrl, asha.api.token)).rejects.toThrow()
  expect(await codeOf(asha.api.call(getBalance))).toEqual([401, 'unauthenticated'])
  expect(await codeOf(asha.api.call(playDice, { betAmount: 100, rollOver: 50.5 }))).toEqual([401, 'unauthenticated'])
  const { email, password } = asha
  expect(await codeOf(casino.stranger().api.call(login, { email, password }))).toEqual([403, 'account_suspended'])
  expect((await owner.api.must(adminGetPlayerFunds, { id })).funds.isSuspended).toBe(true)

  await owner.approve(depositId)
  await owner.payOut(withdrawalId)
  const after = (await owner.api.must(adminGetPlayerFunds, { id })).funds
  expect(after).toMatchObject({ balance: before.balance + 700, held: 0, openStakes: 200 })

  await owner.api.must(liftSuspension, { id, reason: 'Two deposits, two proofs: cleared up' })
  const again = await loggedIn(asha)
  await again.rollDice({ betAmount: 100, rollOver: 50.5 })
  expect(await codeOf(again.api.call(startMines, { bet: 200, minesCount: 1 }))).toEqual([409, 'game_active'])
  expect(game.id).not.toBe('')
  const { notes } = await owner.api.must(adminListPlayerNotes, { id })
  expect(notes.map(({ kind }) => kind)).toEqual(['lift', 'suspend', 'note'])
  expect((await casino.reconcile()).checks.filter(({ breaks }) => breaks > 0)).toEqual([])
}, 60_000)

it('the page of a player has the payments and bets of the player alone', async () => {
  const ravi = await casino.player()
  await fund(ravi, owner, 2_000)
  await fund(await casino.player(), owner, 3_000)
  await ravi.saveAccount(account)
  await ravi.requestWithdrawal(300)
  await ravi.rollDice({ betAmount: 100, rollOver: 50.5 })
  const { deposits } = await owner.api.must(adminListDeposits, { player: ravi.id, sort: 'createdAt' })
  expect(deposits.map(({ amount, status }) => [amount, status])).toEqual([[2_000, 'approved']])
  const { withdrawals } = await owner.api.must(adminListWithdrawals, { player: ravi.id, sort: 'createdAt' })
  expect(withdrawals.map(({ amount }) => amount)).toEqual([300])
  const betsOf = async () =>
    (await owner.api.must(adminGetPlayerStatement, { id: ravi.id, gameType: 'Bets' })).statements
  const bets = await eventually('the bet is on the statement', async () => {
    const found = await betsOf()
    return found.length > 0 && found
  })
  expect(bets).toMatchObject([{ gameType: 'Dice', betAmount: 100 }])
}, 60_000)

it('ends the sessions of a player, who logs in again', async () => {
  const dev = await casino.player()
  const phone = await loggedIn(dev)
  const page = await PlayerSocket.open(casino.gatewayUrl, phone.api.token)
  expect(await owner.api.must(adminEndPlayerSessions, { id: dev.id })).toMatchObject({ ended: 2 })
  await eventually('the page was told', () => Promise.resolve(page.heardOn('session:ended').length > 0))
  expect([(await dev.api.call(getBalance)).status, (await phone.api.call(getBalance)).status]).toEqual([401, 401])
  expect(await (await loggedIn(dev)).balance()).toBe(0)
  expect((await owner.api.must(adminGetPlayer, { id: dev.id })).player).toMatchObject({ state: 'active', sessions: 1 })
})
