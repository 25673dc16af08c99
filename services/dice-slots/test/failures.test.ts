import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { verifyProof } from '@kismet/fairness'
import { bookAndFail, fail, failInside, held, refuse } from '@kismet/game-kit/test/fake-wallet'
import { newKey } from '@kismet/game-kit/test/game-world'
import { World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await World.create()
})
afterEach(async () => {
  world.wallet.behaveAsUsual()
  world.wallet.isLogHeld = false
  await world.stopServices()
})
afterAll(() => world.remove())

const unknown = {
  code: 'unavailable',
  message: 'Checking whether your bet was placed. The result appears in your list of bets.',
}

describe('a bet with an unknown outcome', () => {
  it.each([
    { what: 'lost before it was booked', behaviour: fail, isBooked: false },
    { what: 'booked, with the answer lost', behaviour: bookAndFail, isBooked: true },
    { what: 'booked by a wallet that then fails', behaviour: failInside, isBooked: true },
  ])('$what: the retry with its key finds out, and one bet is booked', async ({ behaviour, isBooked }) => {
    await world.start()
    const player = world.player()
    const key = newKey()
    const input = { clientSeed: 'fixed-0123456789abcdef' }
    const before = await world.commitment(player)
    world.wallet.behave(behaviour)
    await expect(world.play(player, input, key)).rejects.toMatchObject(unknown)
    const { answer, replayed } = await world.play(player, input, key)
    expect(replayed).toBe(isBooked)
    expect(answer).toMatchObject({ nonce: 1, serverSeedHash: before.serverSeedHash })
    expect(verifyProof(await world.proof(player, answer.betId)).valid).toBe(true)
    await expect(world.play(player, { betAmount: 101 }, key)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    expect(world.betsOf(player)).toEqual([answer.betId])
    await world.expectConsistent(player)
  })

  it('and the next bet has another key: the booked bet keeps its nonce, and the next one follows', async () => {
    await world.start()
    const player = world.player()
    const [lost, next] = [newKey(), newKey()]
    world.wallet.isLogHeld = true
    world.wallet.behave(bookAndFail)
    await expect(world.play(player, {}, lost)).rejects.toMatchObject(unknown)
    expect((await world.play(player, {}, next)).answer.nonce).toBe(2)
    expect(await world.play(player, {}, lost)).toMatchObject({ answer: { nonce: 1 }, replayed: true })
    world.wallet.isLogHeld = false
    await world.expectConsistent(player)
  })

  it('while the wallet is gone: nothing is booked, and bets go on when it is back', async () => {
    await world.start()
    const player = world.player()
    const before = await world.commitment(player)
    await world.wallet.stop()
    const plays = await Promise.allSettled([world.play(player), world.play(player), world.play(player)])
    for (const play of plays) expect(play).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
    await world.wallet.start()
    expect((await world.play(player)).answer).toMatchObject({ nonce: 1, serverSeedHash: before.serverSeedHash })
    await world.expectConsistent(player)
  })

  it('of a wallet that answers after the timeout of its caller: one bet', async () => {
    await world.start()
    const player = world.player()
    const key = newKey()
    const gate = held()
    world.wallet.behave(gate.behaviour)
    await expect(world.play(player, {}, key)).rejects.toMatchObject({ code: 'unavailable' })
    gate.open()
    expect((await world.play(player, {}, key)).answer.nonce).toBe(1)
    expect(world.betsOf(player)).toHaveLength(1)
    await world.expectConsistent(player)
  }, 20_000)
})

describe('a refused bet', () => {
  it('leaves the commitment, and its key is free', async () => {
    await world.start()
    const player = world.player()
    const key = newKey()
    const before = await world.commitment(player)
    world.wallet.behave(refuse('insufficient_balance'))
    await expect(world.play(player, {}, key)).rejects.toMatchObject({ code: 'insufficient_balance' })
    expect(await world.commitment(player)).toEqual(before)
    expect(await world.play(player, {}, key)).toMatchObject({ answer: { nonce: 1 }, replayed: false })
    await world.expectConsistent(player)
  })
})

describe('a lost database connection', () => {
  const loseConnections = () =>
    world.owner.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'kismet_test_dice_slots'`,
    )

  it('after the wallet was asked: the player has the answer, and the table gets the bet', async () => {
    await world.start()
    const player = world.player()
    await world.commitment(player)
    world.wallet.behave(async (book) => {
      await loseConnections()
      return book()
    })
    const { answer } = await world.play(player)
    await world.expectConsistent(player)
    expect(world.betsOf(player)).toEqual([answer.betId])
  })

  it('while bets are under way: each key is booked once', async () => {
    await world.start()
    const players = Array.from({ length: 6 }, () => world.player())
    for (const player of players) await world.commitment(player)
    const bets = players.flatMap((player) => Array.from({ length: 4 }, () => ({ player, key: newKey() })))
    const plays = Promise.allSettled(bets.map(({ player, key }) => world.play(player, {}, key)))
    await loseConnections()
    await plays
    for (const { player, key } of bets) await world.play(player, {}, key)
    for (const player of players) {
      expect(world.betsOf(player)).toHaveLength(4)
      await world.expectConsistent(player)
    }
  })
})

describe('a log that the reader cannot follow', () => {
  it('held back: bets go on, and lists and proofs have them', async () => {
    await world.start()
    const player = world.player()
    world.wallet.isLogHeld = true
    const answers = []
    for (let bet = 0; bet < 210; bet += 1) answers.push((await world.play(player).catch(() => undefined))?.answer)
    const placed = answers.filter((answer) => answer !== undefined)
    // The memory of a replica has 200 bets of a player. Then keys could be missed, and bets are refused.
    expect(placed).toHaveLength(201)
    expect((await world.plays(player))[0]?.betId).toBe(placed.at(-1)?.betId)
    expect(verifyProof(await world.proof(player, placed[0]?.betId ?? '')).valid).toBe(true)
    world.wallet.isLogHeld = false
    world.wallet.wake()
    await world.caughtUp()
    expect((await world.play(player)).answer.nonce).toBe(202)
    await world.expectConsistent(player)
  })

  it('an entry that the game cannot read is left out, and other players go on', async () => {
    await world.start()
    const other = world.player()
    const entry = { ...{ betId: other.id, playerId: world.player().id, game: 'Dice' }, kind: 'play' as const }
    const amounts = { stakePaise: 1, payoutPaise: 0, balancePaise: 0 } as never
    world.wallet.ledger.push({
      ...{ ...entry, detail: '{}', at: new Date().toISOString(), balanceSeq: 1, bonusReleased: false },
      ...(amounts as { stakePaise: never; payoutPaise: never; balancePaise: never }),
    })
    await world.play(other)
    await world.expectConsistent(other)
    world.wallet.ledger.splice(
      world.wallet.ledger.findIndex(({ betId }) => betId === other.id),
      1,
    )
    await world.owner.query(`UPDATE log_position SET cursor = ''`)
  })

  it('a restored ledger: the table is made again, and revealed commitments are replaced', async () => {
    await world.start()
    const player = world.player()
    const first = (await world.play(player)).answer
    await world.expectConsistent(player)
    const backup = world.wallet.ledger.length
    const lost = (await world.play(player)).answer
    await world.caughtUp()
    await world.stopServices()
    world.wallet.restore(backup)

    await world.start()
    await world.caughtUp()
    const after = await world.commitment(player)
    expect(after.nonce).toBe(2)
    // The seed of this commitment was revealed before the restore.
    expect(after.serverSeedHash).not.toBe(first.next.serverSeedHash)
    expect(lost.serverSeedHash).toBe(first.next.serverSeedHash)
    const { answer } = await world.play(player, { serverSeedHash: after.serverSeedHash })
    expect(answer).toMatchObject({ nonce: 2, serverSeedHash: after.serverSeedHash })
    expect(verifyProof(await world.proof(player, answer.betId)).valid).toBe(true)
  })

  it('a restored ledger without an archive: no lost bet stays, though somebody has bet since', async () => {
    await world.start()
    const player = world.player()
    const key = newKey()
    await world.play(player, {}, key)
    await world.play(world.player())
    await world.caughtUp()
    await world.stopServices()
    const since = world.wallet.ledger.slice(-1)
    world.wallet.restore(0)
    world.wallet.ledger.push(...since)

    await world.start()
    await world.caughtUp()
    expect(await world.betsInTable(player, 'dice')).toEqual([])
    expect(await world.play(player, {}, key)).toMatchObject({ answer: { nonce: 1 }, replayed: false })
    await world.expectConsistent(player)
  })

  it('a restored ledger with an archive: bets that the log cannot give back stay', async () => {
    await world.start()
    const player = world.player()
    const archived = await world.play(player)
    await world.caughtUp()
    world.wallet.archive(world.wallet.ledger.length)
    const kept = await world.play(player)
    const backup = world.wallet.ledger.length
    const lost = await world.play(player)
    await world.caughtUp()
    await world.stopServices()
    world.wallet.restore(backup)

    await world.start()
    await world.caughtUp()
    const ids = (await world.betsInTable(player, 'dice')).map(({ betId }) => betId)
    expect(ids).toEqual([archived.answer.betId, kept.answer.betId])
    expect((await world.play(player)).answer).toMatchObject({ nonce: 3 })
    expect(lost.answer.nonce).toBe(3)
    expect(verifyProof(await world.proof(player, archived.answer.betId)).valid).toBe(true)
    world.wallet.archive(0)
  })

  it('a restored ledger: a bet that it lost, and that nobody could read, keeps no player from betting', async () => {
    await world.start()
    const player = world.player()
    await world.play(player)
    await world.caughtUp()
    await world.stopServices()
    const [lost] = world.wallet.ledger.slice(-1)
    await world.owner.query('INSERT INTO unread_bet (bet_id, kind, player_id, recorded) VALUES ($1, $2, $3, $4)', [
      ...[lost?.betId, lost?.kind, player.id, JSON.stringify({ ...lost, detail: '{}' })],
    ])
    await world.start()
    await expect(world.play(player)).rejects.toMatchObject({ code: 'unavailable' })
    await world.stopServices()
    world.wallet.restore(0)

    await world.start()
    await world.caughtUp()
    expect(await world.play(player)).toMatchObject({ answer: { nonce: 1 } })
  })

  it('a restored database, in which table and ledger agree: the commitment is replaced', async () => {
    await world.start()
    const player = world.player()
    const { answer } = await world.play(player)
    await world.caughtUp()
    await world.stopServices()
    await world.owner.query(`UPDATE log_position SET timeline = 'before'`)
    await world.start()
    const after = await world.commitment(player)
    expect(after.nonce).toBe(2)
    expect(after.serverSeedHash).not.toBe(answer.next.serverSeedHash)
    const next = await world.play(player, { serverSeedHash: after.serverSeedHash })
    expect(verifyProof(await world.proof(player, next.answer.betId)).valid).toBe(true)
  })
})
