import { afterEach, describe, expect, it } from '@jest/globals'
import {
  adminNamespace,
  balancesChanged,
  gameChange,
  depositUpdated,
  maintenanceChanged,
  paise,
  queueUpdated,
  supportQueueUpdated,
  requestRates,
  timeSync,
} from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { Network } from './network.ts'
import { asking, closeRawSockets, heard, rawWebSocket } from './raw-socket.ts'
import { Tab } from './socket-client.ts'
import { useTwoGateways } from './two-gateways.ts'
import { socketLimits } from '../src/realtime/socket-limits.ts'

afterEach(closeRawSockets)
const site = useTwoGateways()
const { open, opened } = site

describe('a handshake', () => {
  it.each([
    { what: 'no token', token: () => undefined, admin: false },
    { what: 'rubbish', token: () => 'a.b.c', admin: false },
    { what: 'a token that is no text', token: () => ({ $ne: null }), admin: false },
    { what: "an admin's token", token: async () => (await site.network.admin()).token, admin: false },
    { what: "a player's token for admins", token: async () => (await site.network.player()).token, admin: true },
    { what: 'a session that has ended', token: () => site.network.tokens.player().token, admin: false },
  ])('with $what is refused', async ({ token, admin }) => {
    const failure = await open(site.one, await token(), { admin }).refused()
    expect(failure.message).toBe('Authentication required')
    expect(failure.data).toMatchObject({ code: 'unauthenticated' })
  })

  it.each([
    { who: 'a foreign page', origin: () => 'http://evil.test', allowed: false },
    { who: 'the player app', origin: () => site.network.webOrigin, allowed: true },
    { who: 'the admin app', origin: () => site.network.adminOrigin, allowed: true },
    { who: 'a tool', origin: () => undefined, allowed: true },
  ])('of $who is allowed: $allowed', async ({ origin, allowed }) => {
    const from = origin()
    for (const transports of [['websocket'], ['polling']] as ('websocket' | 'polling')[][]) {
      const { token } = await site.network.player()
      const tab = open(site.one, token, { transports, ...(from === undefined ? {} : { origin: from }) })
      if (allowed) await tab.connected()
      else await tab.refused()
      expect(tab.socket.connected).toBe(allowed)
    }
  })

  it('is refused when neither Redis nor auth can tell of the session', async () => {
    const apart = await Network.create()
    try {
      const gateway = await apart.gateway()
      const [known, unknown] = [await apart.player(), await apart.player()]
      await opened(gateway, known.token)
      await apart.redisServer.stop('SIGKILL')
      await apart.leave('auth')
      const failure = await open(gateway, unknown.token).refused()
      expect(failure.data).toMatchObject({ code: 'unavailable' })
    } finally {
      await apart.close()
    }
  })
})

it('a player has so many tabs on one gateway, and no more', async () => {
  const gateway = await site.network.gateway({ RATE_LIMIT_FACTOR: '1' })
  const [player, other] = [await site.network.player(), await site.network.player()]
  await Promise.all(Array.from({ length: socketLimits.perPlayer }, () => opened(gateway, player.token)))
  const failure = await open(gateway, player.token).refused()
  expect(failure.data).toMatchObject({ code: 'too_many_requests' })
  await opened(gateway, other.token)
  await site.network.stop(gateway)
})

it('a player who opens more tabs than that at once has so many, and a new one for each that is closed', async () => {
  const gateway = await site.network.gateway({ RATE_LIMIT_FACTOR: '1' })
  const { token } = await site.network.player()
  const { perPlayer } = socketLimits
  const tabs = Array.from({ length: perPlayer + 10 }, () => open(gateway, token))
  await eventually('all have an answer', () => tabs.every((tab) => tab.socket.connected || tab.failure !== undefined))
  const connected = tabs.filter((tab) => tab.socket.connected)
  expect(connected).toHaveLength(perPlayer)
  connected[0]?.close()
  await eventually('there is room again', () =>
    open(gateway, token)
      .connected()
      .catch(() => undefined),
  )
  await site.network.stop(gateway)
})

it('a connection may ask for a namespace again once it was refused, and for another one', async () => {
  const [player, admin] = [await site.network.player(), await site.network.admin()]
  const { presence } = site.one.running.context
  const socket = await rawWebSocket(site.one.running.port)
  const { texts } = heard(socket)
  const told = (what: string) => eventually(`${what} comes`, () => texts.some((text) => text.startsWith(what)))
  socket.write(asking('a.b.c'))
  await told('44{')
  socket.write(asking(player.token))
  await told('40{')
  socket.write(asking(admin.token, adminNamespace))
  await told(`40${adminNamespace},{`)
  await eventually('the player is online', async () => (await presence.count()) === 1)
})

describe('news', () => {
  it('for one player comes once on each of the sockets, on whichever gateway', async () => {
    const [player, other] = [await site.network.player(), await site.network.player()]
    const own = await Promise.all([
      opened(site.one, player.token),
      opened(site.one, player.token),
      opened(site.two, player.token),
    ])
    const others = await Promise.all([opened(site.one, other.token), opened(site.two, other.token)])
    const signal = {
      balance: paise(123_450),
      balanceSeq: 1,
      netResult: paise(-500),
      reason: 'play',
      bonusReleased: false,
    }
    site.network.bus('wallet').signal(balancesChanged, [{ to: player.id, ...signal }])
    site.network.bus('wallet').signal(balancesChanged, [{ to: other.id, ...signal, balance: paise(100) }])
    await eventually('all have it', () => [...own, ...others].every((tab) => tab.got('balance:update').length > 0))
    await everythingArrived([...own, ...others])
    for (const tab of own)
      expect(tab.got('balance:update')).toEqual([
        { balance: 1234.5, balanceSeq: 1, netResult: -5, reason: 'play', bonusReleased: false },
      ])
    for (const tab of others)
      expect(tab.got('balance:update')).toEqual([
        { balance: 1, balanceSeq: 1, netResult: -5, reason: 'play', bonusReleased: false },
      ])
  })

  it('of a deposit comes whole', async () => {
    const player = await site.network.player()
    const tab = await opened(site.two, player.token, { transports: ['polling'] })
    const deposit = { _id: player.sessionId, user: player.id, amount: paise(50_000), status: 'approved' as const }
    site.network
      .bus('payments')
      .signal(depositUpdated, [{ to: player.id, ...deposit, adminReason: null, balance: paise(50_000), balanceSeq: 1 }])
    await eventually('it comes', () => tab.got('deposit:update').length > 0)
    expect(tab.got('deposit:update')).toEqual([
      { ...deposit, amount: 500, adminReason: null, balance: 500, balanceSeq: 1 },
    ])
  })

  it('for admins goes to admins alone, and maintenance to everyone, once each', async () => {
    const [player, admin] = [await site.network.player(), await site.network.admin('auditor')]
    const players = await Promise.all([opened(site.one, player.token), opened(site.two, player.token)])
    const admins = await Promise.all(
      [site.one, site.two].map((gateway) => opened(gateway, admin.token, { admin: true })),
    )
    site.network.bus('payments').signal(queueUpdated, { deposits: 3, withdrawals: 0 })
    site.network.bus('support').signal(supportQueueUpdated, { support: 2 })
    const all = [...players, ...admins]
    for (const [index, siteMaintenance] of [true, false].entries()) {
      site.network.behind.maintenance = siteMaintenance
      site.network.bus('auth').signal(maintenanceChanged, { siteMaintenance })
      await eventually('all know', () => all.every((tab) => tab.got('site:maintenance').length === index + 1))
    }
    await eventually('admins know of the queue', () => admins.every((tab) => tab.got('queue:update').length === 2))
    await everythingArrived(all)
    for (const tab of all)
      expect(tab.got('site:maintenance')).toEqual([{ siteMaintenance: true }, { siteMaintenance: false }])
    for (const tab of admins) {
      const told = tab.got('queue:update')
      expect(told.at(-1)).toEqual({ deposits: 3, withdrawals: 0, support: 2 })
      expect([{ deposits: 3, withdrawals: 0 }, { support: 2 }]).toContainEqual(told[0])
    }
    for (const tab of players) expect(tab.got('queue:update')).toEqual([])
  })

  it('of maintenance that was lost is told all the same, once it is found out', async () => {
    const tab = await opened(site.one, (await site.network.player()).token)
    site.network.behind.maintenance = true
    await eventually('it knows that the site is closed', () => tab.got('site:maintenance').length === 1)
    const later = await opened(site.one, (await site.network.player()).token)
    await eventually('one who comes now is told at once', () => later.got('site:maintenance').length === 1)
    expect(later.got('site:maintenance')).toEqual([{ siteMaintenance: true }])
    site.network.behind.maintenance = false
    await eventually('it knows that the site is open', () => tab.got('site:maintenance').length === 2)
    expect(tab.got('site:maintenance')).toEqual([{ siteMaintenance: true }, { siteMaintenance: false }])
  })

  /** What was sent before a message through Redis and NATS, and a turn of every socket, has arrived with it. */
  async function everythingArrived(all: readonly Tab[]): Promise<void> {
    const witness = await site.network.player()
    const seen = await Promise.all([opened(site.one, witness.token), opened(site.two, witness.token)])
    site.network.tellBalance(witness.id, 1)
    await eventually('the witness has it', () => seen.every((tab) => tab.got('balance:update').length > 0))
    await Promise.all(all.map((tab) => tab.ask(timeSync.event)))
  }
})

describe('events of a client', () => {
  it('time:sync is answered with the time', async () => {
    const tab = await opened(site.one, (await site.network.player()).token)
    const before = Date.now()
    const { serverTime } = timeSync.output.parse(await tab.ask(timeSync.event))
    expect(serverTime).toBeGreaterThanOrEqual(before)
    expect(serverTime).toBeLessThanOrEqual(Date.now())
  })

  it.each([
    { what: 'a game', payload: { gameName: 'Dice', other: 1 }, success: true },
    { what: 'another game', payload: { gameName: 'Poker' }, success: false },
    { what: 'nothing', payload: undefined, success: false },
    { what: 'a list', payload: ['Dice'], success: false },
  ])('user:gameChange with $what: $success', async ({ payload, success }) => {
    const tab = await opened(site.one, (await site.network.player()).token)
    expect(await tab.ask(gameChange.event, payload)).toMatchObject(
      success ? { success } : { success, code: 'invalid_request' },
    )
  })

  it('that nobody knows are ignored, and those without an acknowledgement do no harm', async () => {
    const tab = await opened(site.one, (await site.network.player()).token)
    tab.socket.emit('admin:credit', { amount: 100 })
    tab.socket.emit(gameChange.event)
    tab.socket.emit(timeSync.event, 'no function')
    expect(await tab.ask(timeSync.event)).toHaveProperty('serverTime')
  })

  it('have a rate for each player, over all tabs', async () => {
    await site.network.redis.flushall()
    const gateway = await site.network.gateway({ RATE_LIMIT_FACTOR: '0.1' })
    const player = await site.network.player()
    const [first, second] = [await opened(gateway, player.token), await opened(gateway, player.token)]
    const points = requestRates.socket.player.points * 0.1
    for (let nth = 0; nth < points; nth += 1) {
      expect(await (nth % 2 === 0 ? first : second).ask(timeSync.event)).toHaveProperty('serverTime')
    }
    expect(await first.ask(timeSync.event)).toMatchObject({ success: false, code: 'too_many_requests' })
    const other = await opened(gateway, (await site.network.player()).token)
    expect(await other.ask(timeSync.event)).toHaveProperty('serverTime')
    await site.network.stop(gateway)
  })

  it('that are too large close the connection', async () => {
    const tab = await opened(site.one, (await site.network.player()).token)
    tab.socket.emit(gameChange.event, { gameName: 'a'.repeat(64 * 1024) })
    await eventually('it is closed', () => tab.closedBecause !== undefined)
  })

  it('of an admin: time alone', async () => {
    const tab = await opened(site.one, (await site.network.admin()).token, { admin: true })
    expect(await tab.ask(timeSync.event)).toHaveProperty('serverTime')
  })
})
