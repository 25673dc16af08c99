import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
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
  cashOutMines,
  changePassword,
  closeAccount,
  endOtherSessions,
  endOwnSession,
  getBalance,
  getOwnAccount,
  liftSuspension,
  limits,
  login,
  operations,
  playDice,
  rejectWithdrawal,
  revealMinesTile,
  startMines,
  streamRoutes,
  suspendPlayer,
} from '@kismet/contracts'
import type { Route } from '@kismet/contracts'
import { fund, PlayerActor } from '@kismet/test-env/actors'
import type { AdminActor } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { TestCasino } from '@kismet/test-env/test-casino'

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const account = { name: 'Asha Rao', accountNumber: '50100123456789', ifsc: 'HDFC0001234', mobile: '9876543210' }
const reason = 'The same proof for two deposits'
const secondPassword = 'another-long-one-9'

let casino: TestCasino
let owner: AdminActor
beforeAll(async () => {
  casino = await TestCasino.create({ trustedProxies: 'loopback' })
  owner = await casino.admin()
})
afterAll(() => casino.close())

/** The same player at another device. */
async function elsewhere({ email, password }: PlayerActor, headers = {}): Promise<PlayerActor> {
  const other = new PlayerActor(casino.gatewayUrl, email, password)
  other.api.token = (await other.api.must(login, { email, password }, { headers })).token
  return other
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
  const again = await elsewhere(asha)
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
  const phone = await elsewhere(dev)
  const page = await PlayerSocket.open(casino.gatewayUrl, phone.api.token)
  expect(await owner.api.must(adminEndPlayerSessions, { id: dev.id })).toMatchObject({ ended: 2 })
  await eventually('the page was told', () => Promise.resolve(page.heardOn('session:ended').length > 0))
  expect([(await dev.api.call(getBalance)).status, (await phone.api.call(getBalance)).status]).toEqual([401, 401])
  expect(await (await elsewhere(dev)).balance()).toBe(0)
  expect((await owner.api.must(adminGetPlayer, { id: dev.id })).player).toMatchObject({ state: 'active', sessions: 1 })
})

it('ten wrong passwords from one IPv6 network are ten of one address, however many hosts send them', async () => {
  const { email, password, api } = await casino.player()
  const guess = async (from: string, guessed = 'a-wrong-password') => {
    const headers = { 'x-forwarded-for': from }
    return (await api.call(login, { email, password: guessed }, { headers })).status
  }
  const seen: number[] = []
  for (let host = 1; host <= limits.login.ofOne.most + 1; host += 1)
    seen.push(await guess(`2001:db8:1:2:${host}::${host}`))
  expect(seen).toEqual([...Array<number>(limits.login.ofOne.most).fill(401), 429])
  expect(await guess('2001:db8:1:2::ffff', password)).toBe(429)
  expect(await guess('2001:db8:2:2::1', password)).toBe(200)
})

const statusOf = async ({ api }: PlayerActor): Promise<number> => (await api.call(getBalance, {})).status

describe('a player’s own account', () => {
  it('lists where they are logged in, by what the browser said; one session ends with its sockets, then all others', async () => {
    const asha = await casino.player()
    const [phone, laptop] = [await elsewhere(asha), await elsewhere(asha, { 'user-agent': chrome })]
    const own = await asha.api.must(getOwnAccount, {})
    expect(own).toMatchObject({ email: asha.email, language: 'en' })
    expect(own.sessions.map(({ device, isThis }) => [device, isThis])).toContainEqual(['Chrome on Windows', false])
    expect(own.sessions.filter(({ isThis }) => isThis)).toHaveLength(1)
    const ofLaptop = own.sessions.find(({ device }) => device === 'Chrome on Windows')
    const socket = await PlayerSocket.open(casino.gatewayUrl, laptop.api.token)
    const { sessions } = await asha.api.must(endOwnSession, { sessionId: ofLaptop?.sessionId ?? '' })
    expect(sessions).toHaveLength(2)
    await eventually('the socket was told', () => Promise.resolve(socket.heardOn('session:ended').length > 0))
    expect([await statusOf(laptop), await statusOf(phone)]).toEqual([401, 200])
    expect((await asha.api.must(endOtherSessions, {})).sessions).toMatchObject([{ isThis: true }])
    expect([await statusOf(phone), await statusOf(asha)]).toEqual([401, 200])
    socket.close()
  })

  it('ends no session of another player', async () => {
    const [ravi, meera] = [await casino.player(), await casino.player()]
    const [{ sessionId } = { sessionId: '' }] = (await meera.api.must(getOwnAccount, {})).sessions
    expect((await ravi.api.call(endOwnSession, { sessionId })).status).toBe(404)
    expect(await statusOf(meera)).toBe(200)
  })

  it('takes a new password with the one of before alone, and is logged out everywhere', async () => {
    const dev = await casino.player()
    const phone = await elsewhere(dev)
    const change = { currentPassword: 'not-the-password', newPassword: secondPassword }
    const wrong = await dev.api.call(changePassword, change)
    expect([wrong.status, wrong.body.code]).toEqual([422, 'wrong_password'])
    const common = await dev.api.call(changePassword, { currentPassword: dev.password, newPassword: 'password123' })
    expect(common.body).toMatchObject({ code: 'invalid_request', params: { fault: 'password_too_common' } })
    expect(await statusOf(phone)).toBe(200)
    await dev.api.must(changePassword, { ...change, currentPassword: dev.password })
    expect([await statusOf(dev), await statusOf(phone)]).toEqual([401, 401])
    const { email, password } = dev
    expect(await casino.mailbox.mail(email, 2)).toContain('Subject: Your Kismet password was changed')
    expect((await casino.stranger().api.call(login, { email, password })).status).toBe(401)
    expect((await casino.stranger().api.call(login, { email, password: secondPassword })).status).toBe(200)
  })
})

describe('closing an account', () => {
  it('is refused while there is an open bet, money or a request, and without the password; nothing changes then', async () => {
    const asha = await casino.player()
    const close = async (password = asha.password) => {
      const { status, body } = await asha.api.call(closeAccount, { password })
      return [status, body.code, body.params]
    }
    expect(await close('not-the-password')).toEqual([422, 'wrong_password', undefined])
    const depositId = await asha.requestDeposit({ amount: 500 })
    expect(await close()).toEqual([422, 'account_not_empty', { holds: 'requests' }])
    await owner.approve(depositId)
    expect(await close()).toEqual([422, 'account_not_empty', { holds: 'balance' }])
    const { game } = await asha.api.must(startMines, { bet: 500, minesCount: 1 })
    expect(await close()).toEqual([422, 'account_not_empty', { holds: 'open_bets' }])
    const { result } = await asha.api.must(revealMinesTile, { gameId: game.id, tileIndex: 0 })
    if (result === 'gem') await asha.api.must(cashOutMines, { gameId: game.id })
    // The refused close left the account unchanged: Asha can still play.
    if (result === 'mine') await fund(asha, owner, 200)
    await asha.rollDice({ betAmount: 100, rollOver: 2 })
  })

  it('ends every session for good: no login, no new account of that e-mail, and the withdrawal of before was paid', async () => {
    const ravi = await casino.player()
    await fund(ravi, owner, 300)
    await ravi.saveAccount(account)
    const withdrawalId = await ravi.requestWithdrawal(300)
    expect((await ravi.api.call(closeAccount, { password: ravi.password })).body.params).toEqual({ holds: 'requests' })
    await owner.payOut(withdrawalId)
    const phone = await elsewhere(ravi)
    await ravi.api.must(closeAccount, { password: ravi.password })
    expect([await statusOf(ravi), await statusOf(phone)]).toEqual([401, 401])
    const { email, password } = ravi
    for (const what of ['deposit was approved', 'withdrawal was paid', 'account was closed'])
      expect(await casino.mailbox.mail(email, `Subject: Your Kismet ${what}`)).toContain(email)
    const again = await casino.stranger().api.call(login, { email, password })
    expect([again.status, again.body.code]).toEqual([403, 'account_closed'])
    const guess = await casino.stranger().api.call(login, { email, password: 'not-the-password' })
    expect([guess.status, guess.body.code]).toEqual([401, 'invalid_credentials'])
    const late = await owner.api.call(rejectWithdrawal, { id: withdrawalId, reason: 'late' })
    expect(late.body.code).toBe('already_decided')
  })
})

describe('a token of the other app', () => {
  const routesFor = (isOf: (route: Route) => boolean) =>
    operations.flatMap((operation) => (operation.route && isOf(operation.route) ? [operation] : []))

  it.each([
    { whose: 'a player’s', where: 'every call of admins', isOf: ({ access }: Route) => typeof access === 'object' },
    { whose: 'an admin’s', where: 'every call of players', isOf: ({ access }: Route) => access === 'player' },
  ])('$whose opens nothing: $where', async ({ whose, isOf }) => {
    const { api } = await casino.player()
    api.token = whose === 'a player’s' ? api.token : owner.api.token
    const asked = routesFor(isOf)
    expect(asked.length).toBeGreaterThan(5)
    for (const operation of asked) {
      const { status } = await api.call(operation, { id: account.name, index: 0, betId: account.name })
      expect([operation.subject, status]).toEqual([operation.subject, 401])
    }
    for (const { route } of streamRoutes.filter(({ route }) => route.method === 'GET' && isOf(route)))
      expect([route.path, (await api.download(route.path.replace(/:\w+/g, 'x'))).status]).toEqual([route.path, 401])
  })
})
