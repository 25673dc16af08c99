import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type { Booked } from '@kismet/contracts'
import { verifyProof } from '@kismet/fairness'
import { Refusal } from '@kismet/service-kit/refusal'
import { eventually } from '@kismet/test-env/eventually'
import { bookAndFail, fail, failInside, held, refuse } from '@kismet/game-kit/test/fake-wallet'
import type { Behaviour } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterEach(() => world.stopServices())
afterAll(() => world.remove())

describe('an outcome that was not heard', () => {
  it.each([
    { what: 'lost before it was booked', behaviour: fail },
    { what: 'booked, with the answer lost', behaviour: bookAndFail },
    { what: 'booked, by a wallet that then fails inside', behaviour: failInside },
  ])('$what: the play stays claimed, and the sweep finishes it once', async ({ behaviour }) => {
    await world.start()
    const player = world.player()
    const key = newKey()
    const before = await world.commitment(player)
    world.wallet.behave(behaviour)
    await expect(world.play(player, { clientSeed: 'fixed-0123456789abcdef' }, key)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Checking whether your bet was placed. The result appears in your list of bets.',
    })
    const betId = (await world.claimOf(player)) ?? ''
    await expect(world.proof(player, betId)).rejects.toMatchObject({ code: 'not_finished' })
    expect(await world.commitment(player)).toEqual(before)

    await world.ended()
    const { answer, replayed } = await world.play(player, { clientSeed: 'fixed-0123456789abcdef' }, key)
    expect(replayed).toBe(true)
    expect(answer).toMatchObject({ betId, nonce: 1, serverSeedHash: before.serverSeedHash })
    expect(verifyProof(await world.proof(player, betId)).valid).toBe(true)
    await world.expectConsistent(player)
  })

  it('is asked for again, the same, by a retry with the same key', async () => {
    await world.start()
    const player = world.player()
    const key = newKey()
    const played = () => world.wallet.asked.filter((play) => play.playerId === player.id)
    world.wallet.behave(fail)
    await expect(world.play(player, {}, key)).rejects.toMatchObject({ code: 'unavailable' })
    const { answer } = await world.play(player, {}, key)
    expect(played()).toHaveLength(2)
    expect(played()[1]).toEqual(played()[0])
    expect(played()[0]?.betId).toBe(answer.betId)
    await expect(world.play(player, { betAmount: 101 }, key)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    await world.expectConsistent(player)
  })

  it('is settled first when the next play comes', async () => {
    await world.start()
    const player = world.player()
    world.wallet.behave(fail, fail)
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(world.play(player)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The service is not available right now. Please try again.',
    })
    const { answer } = await world.play(player)
    expect(answer.nonce).toBe(2)
    await world.expectConsistent(player)
  })

  it('with the wallet gone: nothing is lost, and all is finished when it is back', async () => {
    await world.start()
    const player = world.player()
    await world.commitment(player)
    await world.wallet.stop()
    const plays = await Promise.allSettled([world.play(player), world.play(player), world.play(player)])
    for (const play of plays) expect(play).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    expect(await world.claimOf(player)).toBeDefined()
    await world.wallet.start()
    await world.ended()
    expect(await world.betsOf(player)).toHaveLength(1)
    await world.expectConsistent(player)
  })

  it('of a wallet that answers after its caller has gone: one play', async () => {
    await world.start()
    const player = world.player()
    const gate = held()
    world.wallet.behave(gate.behaviour)
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    gate.open()
    await world.ended()
    expect(await world.betsOf(player)).toHaveLength(1)
    await world.expectConsistent(player)
  }, 20_000)
})

describe('plays that cannot be read', () => {
  it('more of them than a sweep takes at once: other plays are finished all the same', async () => {
    const { clock, seal } = (await world.start()).context
    const player = world.player()
    const { serverSeedHash } = await world.commitment(player)
    world.wallet.behave(fail)
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    const others = Array.from({ length: 51 }, () => world.player().id)
    const unreadable = "FROM seat WHERE params = '{}'"
    const leases = `SELECT player_id, attempts, leased_until ${unreadable} ORDER BY player_id`
    try {
      // As long as they are due before the others.
      await world.owner.query(
        `INSERT INTO seat SELECT (jsonb_populate_record(seat, jsonb_build_object('player_id', other.id, 'mark', other.mark, 'params', '{}'::jsonb,
           'retry_at', to_timestamp($2::bigint / 1000.0) - interval '1 hour'))).* FROM seat, unnest($3::uuid[], $4::bytea[]) AS other (id, mark) WHERE player_id = $1`,
        [
          player.id,
          clock.now(),
          others,
          others.map((playerId) => seal.turnMark({ playerId, game: 'dice', serverSeedHash }, 0)),
        ],
      )
      const { rows } = await world.owner.query<object>(leases)
      await eventually('the play is finished', async () => (await world.claimOf(player)) === undefined)
      expect((await world.owner.query<object>(leases)).rows).toEqual(rows)
    } finally {
      await world.owner.query(`DELETE ${unreadable}`)
    }
    await world.expectConsistent(player)
  })
})

describe('a database connection that is lost', () => {
  const loseConnections = () =>
    world.owner.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'kismet_test_dice_slots'`,
    )

  it('before the claim: the claim is written on the next one', async () => {
    await world.start()
    const player = world.player()
    await world.play(player)
    await loseConnections()
    expect((await world.play(player)).answer.nonce).toBe(2)
    await world.expectConsistent(player)
  })

  it('between booking and record: the player has the answer, and the record is written on the next one', async () => {
    await world.start()
    const player = world.player()
    await world.commitment(player)
    world.wallet.behave(async (book) => {
      await loseConnections()
      return book()
    })
    const { answer } = await world.play(player)
    await world.expectConsistent(player)
    expect(await world.betsOf(player)).toEqual([answer.betId])
  })

  it('while other plays are under way: each ends once', async () => {
    await world.start()
    const players = Array.from({ length: 6 }, () => world.player())
    for (const player of players) await world.commitment(player)
    const plays = Promise.all(
      players.flatMap((player) => Array.from({ length: 4 }, () => newKey()).map((key) => world.play(player, {}, key))),
    )
    await loseConnections()
    await plays
    for (const player of players) await world.expectConsistent(player)
  })
})

describe('a refusal of a repeated attempt', () => {
  /** Loses a call in such a way that it can still be booked later. */
  function delayed(): { lose: Behaviour; arrive: () => Booked } {
    let late: (() => Booked) | undefined
    return {
      lose: (book) => {
        late = book
        return fail(book)
      },
      arrive: () => {
        if (late === undefined) throw new Error('The wallet was not asked yet')
        return late()
      },
    }
  }

  it('is final only when the wallet has voided the bet: the first attempt comes late and is refused', async () => {
    await world.start()
    const player = world.player()
    const before = await world.commitment(player)
    const first = delayed()
    world.wallet.behave(first.lose, refuse('insufficient_balance'))
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    await world.ended()
    expect(await world.betsOf(player)).toEqual([])
    expect(world.wallet.voided.size).toBe(1)
    expect(first.arrive).toThrow(new Refusal('idempotency_conflict'))
    expect(await world.commitment(player)).toEqual(before)
    expect((await world.play(player)).answer).toMatchObject({ nonce: 1, serverSeedHash: before.serverSeedHash })
    await world.expectConsistent(player)
  })

  it('does not stand when the first attempt was booked in the meantime', async () => {
    await world.start()
    const player = world.player()
    const key = newKey()
    const first = delayed()
    world.wallet.behave(first.lose, (book) => {
      first.arrive()
      return refuse('insufficient_balance')(book)
    })
    await expect(world.play(player, {}, key)).rejects.toMatchObject({ code: 'unavailable' })
    await world.ended()
    expect(await world.betsOf(player)).toHaveLength(1)
    expect((await world.play(player, {}, key)).replayed).toBe(true)
    await world.expectConsistent(player)
  })

  it('is not final while the wallet does not confirm it', async () => {
    await world.start()
    const player = world.player()
    world.wallet.behave(fail, refuse('time_out'))
    world.wallet.failVoids(1)
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    await world.ended()
    // The sweep asked a third time, and then the wallet booked it.
    expect(await world.betsOf(player)).toHaveLength(1)
    await world.expectConsistent(player)
  })
})
