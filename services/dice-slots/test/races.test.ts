import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { playTimeoutMs } from '@kismet/contracts'
import type { Booked } from '@kismet/contracts'
import type { House } from '@kismet/game-kit/house'
import { playInstant } from '@kismet/game-kit/instant'
import { eventually } from '@kismet/test-env/eventually'
import { dice } from '../src/domain/dice.ts'
import { held, refuse } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

/** Does something once the first query of a kind has been answered. */
function watchReads({ db }: House, isMeant: (sql: string) => boolean, happens: () => Promise<void>): void {
  const query = db.query.bind(db) as (sql: string, values: unknown[]) => Promise<unknown>
  const state = { isOver: false }
  const watched = async (sql: string, values: unknown[]) => {
    if (state.isOver || !isMeant(sql)) return query(sql, values)
    state.isOver = true
    const answer = await query(sql, values)
    await happens()
    return answer
  }
  db.query = watched as typeof db.query
}

describe('a refusal that the database does not take', () => {
  it('is final all the same: the wallet voids the bet, and whoever looks at it later frees its seat', async () => {
    const { context } = await world.start()
    const player = world.player()
    const key = newKey()
    await world.commitment(player)
    const { db } = context
    const query = db.query.bind(db) as (sql: string, values: unknown[]) => Promise<unknown>
    const failing = (sql: string, values: unknown[]) =>
      sql.includes('SET bet_id = NULL') ? Promise.reject(new Error('timeout')) : query(sql, values)
    db.query = failing as typeof db.query
    world.wallet.behave(refuse('insufficient_balance'))
    await expect(world.play(player, {}, key)).rejects.toMatchObject({ code: 'insufficient_balance' })
    db.query = query as typeof db.query
    const betId = (await world.claimOf(player)) ?? ''
    await world.sweepLater()
    expect(world.wallet.voided.has(betId)).toBe(true)
    expect(await world.betsOf(player)).toEqual([])
    expect((await world.play(player, {}, key)).answer.nonce).toBe(1)
    await world.expectConsistent(player)
  })
})

describe('a bet that ends between two reads', () => {
  /** A play whose wallet answers when it is told to; `finish` ends it. */
  async function underWay(key: string) {
    const player = world.player()
    const gate = held()
    const { serverSeedHash } = await world.commitment(player)
    world.wallet.behave(gate.behaviour)
    const play = world.play(player, { serverSeedHash }, key)
    const betId = await eventually('it has its seat', () => world.claimOf(player))
    const finish = async () => {
      gate.open()
      await play
      await eventually('it is recorded', async () => (await world.betsOf(player)).length === 1)
    }
    return { player, serverSeedHash, betId, play, finish }
  }

  it('has its proof', async () => {
    const { context } = await world.start()
    const { player, betId, finish } = await underWay(newKey())
    watchReads(context, (sql) => /bet_id = \$[12]$/.test(sql), finish)
    expect((await world.proof(player, betId)).proof.id).toBe(betId)
  })

  it('is the answer to its key, though the commitment that it named is used up', async () => {
    await world.start()
    const key = newKey()
    const { player, serverSeedHash, betId, finish } = await underWay(key)
    const { context } = await world.start()
    watchReads(context, (sql) => /game = \$2$|WHERE key_hash = /.test(sql), finish)
    const call = { player, meta: { key, requestId: 'test' }, input: { serverSeedHash }, replayed: () => undefined }
    const again = await playInstant(context, dice, call, { stakePaise: 10_000, params: { rollOver: 50.5 } })
    expect(again.betId).toBe(betId)
  })
})

describe('a claim that was not heard of', () => {
  it('is the claim of its sender when that asks again', async () => {
    const { context } = await world.start()
    const player = world.player()
    await world.commitment(player)
    const { journal } = context
    const claim = journal.claim.bind(journal)
    const seen = jest.spyOn(journal, 'claim').mockImplementationOnce(async (draft) => {
      await claim(draft)
      return undefined
    })
    const { answer } = await world.play(player)
    expect(seen.mock.calls.map(([draft]) => draft.betId)).toEqual([answer.betId, answer.betId])
    await world.expectConsistent(player)
  })
})

describe('a play that waits for its turn', () => {
  it('is not made when that comes so late that its caller has gone', async () => {
    const { context } = await world.start()
    const player = world.player()
    const gate = held()
    await world.commitment(player)
    world.wallet.behave(gate.behaviour)
    const first = world.play(player)
    await eventually('the first has its seat', () => world.claimOf(player))
    const call = { player, meta: { key: newKey(), requestId: 'test' }, input: {}, replayed: () => undefined }
    const late = playInstant(context, dice, call, { stakePaise: 10_000, params: { rollOver: 50.5 } })
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + playTimeoutMs)
    gate.open()
    await expect(late).rejects.toMatchObject({ code: 'unavailable' })
    clock.mockRestore()
    await first
    expect(world.wallet.asked.filter(({ playerId }) => playerId === player.id)).toHaveLength(1)
  })
})

describe('two senders of one play', () => {
  it('whose end is in one batch twice: the first has ended it', async () => {
    const { journal } = (await world.start()).context
    const record = journal.record.bind(journal)
    const told: Promise<boolean>[] = []
    journal.record = (play) => {
      const first = record(play)
      told.push(first, record(play))
      return first
    }
    const player = world.player()
    await world.play(player)
    expect(await Promise.all(told)).toEqual([true, false])
    await world.expectConsistent(player)
  })

  it('a retry at another replica asks for the seat once, however often it looks whether the first is done', async () => {
    await world.start()
    const player = world.player()
    const key = newKey()
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const first = world.play(player, {}, key)
    await eventually('the first has its seat', () => world.claimOf(player))
    const { context: house } = await world.start()
    const claims = jest.spyOn(house.journal, 'claim')
    const queries = jest.spyOn(house.db, 'query')
    const call = { player, meta: { key, requestId: 'test' }, input: {}, replayed: () => undefined }
    const retry = playInstant(house, dice, call, { stakePaise: 10_000, params: { rollOver: 50.5 } })
    const looks = () => queries.mock.calls.filter(([sql]) => sql.includes('WHERE key_hash = ')).length
    await eventually('it has looked some times', () => looks() >= 3)
    expect(claims).toHaveBeenCalledTimes(1)
    gate.open()
    expect((await retry).betId).toBe((await first).answer.betId)
    await world.expectConsistent(player)
  })

  it('the wallet is not asked again by retries, at any replica, while the first sender waits for it', async () => {
    await world.start()
    await world.start()
    const player = world.player()
    const key = newKey()
    const gate = held()
    world.wallet.behave(gate.behaviour)
    const asked = () => world.wallet.asked.filter((play) => play.playerId === player.id).length
    const first = world.play(player, {}, key)
    await eventually('the wallet is asked', () => asked() === 1)
    const retries = Array.from({ length: 8 }, () => world.play(player, {}, key))
    // Both replicas have had these calls for longer than those that came later and are answered.
    for (let turn = 0; turn < 8; turn += 1) await world.play(world.player())
    expect(asked()).toBe(1)
    gate.open()
    const { answer } = await first
    for (const retry of await Promise.all(retries)) expect(retry).toEqual({ answer, replayed: true })
    expect(asked()).toBe(1)
    await world.expectConsistent(player)
  })

  it('the second is refused and voids the bet: the first, which comes late, is told to try again', async () => {
    const player = world.player()
    const gate = held()
    await world.start()
    world.wallet.behave(gate.behaviour, refuse('insufficient_balance'))
    const play = expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    await eventually('the wallet is asked', () => world.wallet.asked.some((asked) => asked.playerId === player.id))
    await world.sweepLater()
    gate.open()
    await play
    expect(await world.betsOf(player)).toEqual([])
    await world.expectConsistent(player)
  })

  it.each([
    { what: 'the first is refused and the second has booked', first: refuse('time_out') },
    { what: 'both have booked', first: (book: () => Booked) => book() },
  ])('$what: it ends once', async ({ first }) => {
    const player = world.player()
    const gate = held(first)
    await world.start()
    world.wallet.behave(gate.behaviour)
    const play = world.play(player)
    await eventually('the wallet is asked', () => world.wallet.asked.some((asked) => asked.playerId === player.id))
    // Another replica takes the play over while the first sender still waits.
    await world.sweepLater()
    gate.open()
    const { answer } = await play
    expect(await world.betsOf(player)).toEqual([answer.betId])
    await world.expectConsistent(player)
  })
})
