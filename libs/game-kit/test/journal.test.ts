import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { NotDurable } from '@kismet/service-kit/database'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import pg from 'pg'
import { openSeat } from '../src/db/seats.ts'
import type { Journal } from '../src/journal.ts'
import { openSession } from '../src/db/session.ts'
import { Desk } from './desk.ts'

let desk: Desk

beforeAll(async () => {
  desk = await Desk.open()
})
afterEach(() => desk.closeJournals())
afterAll(() => desk.remove())

const unavailable = { code: 'unavailable' }

describe('a connection that hangs', () => {
  it('half open: what was sent on it and what waits are written on another one, each once', async () => {
    const journal = await desk.journal()
    const players = [await desk.seated(), await desk.seated()]
    const [ending, late] = [await desk.seated(), await desk.seated()]
    const play = desk.end(await journal.claim(desk.draft(ending)))
    desk.line.lastUsed().freeze()
    const recorded = journal.record(play)
    const drafts = players.map((player) => desk.draft(player))
    const claims = drafts.map((draft) => journal.claim(draft))
    await eventually('the batch is on its way', () => desk.line.connections.length > 1)
    const after = desk.draft(late)
    expect((await journal.claim(after))?.betId).toBe(after.betId)
    expect((await Promise.all(claims)).map((claim) => claim?.betId)).toEqual(drafts.map(({ betId }) => betId))
    expect(await recorded).toBe(true)
    expect(await desk.endedOf(ending)).toEqual([play.betId])
  })

  it('after the commit: a claim is told of its own seat, and an end is not written twice', async () => {
    const journal = await desk.journal()
    const [claiming, ending] = [await desk.seated(), await desk.seated()]
    const play = desk.end(await journal.claim(desk.draft(ending)))
    const committed = desk.line.lastUsed().loseAnswers()
    const draft = desk.draft(claiming)
    const both = Promise.all([journal.record(play), journal.claim(draft)])
    await committed
    const [, claim] = await both
    expect(claim).toMatchObject({ betId: draft.betId, nonce: 1 })
    expect(await desk.endedOf(ending)).toEqual([play.betId])
    expect(await desk.betOf(claiming)).toBe(draft.betId)
  })

  it('with a backend that is stopped: the others go on, and nothing that it was sent is written when it goes on', async () => {
    const before = await desk.backends()
    const journal = await desk.journal()
    const [backend = 0] = (await desk.backends()).filter((pid) => !before.includes(pid))
    const player = await desk.seated()
    process.kill(backend, 'SIGSTOP')
    try {
      const claim = await journal.claim(desk.draft(player))
      expect(claim).toBeDefined()
      // The wallet has refused the bet. The free seat would accept the stale claim.
      await desk.owner.query('UPDATE seat SET bet_id = NULL WHERE player_id = $1', [player])
    } finally {
      process.kill(backend, 'SIGCONT')
    }
    await eventually('the old backend has ended', async () => !(await desk.backends()).includes(backend))
    expect(await desk.betOf(player)).toBeNull()
  })
})

describe('the time that a batch may take', () => {
  /** Time passes when the test says so. @returns how long each query of the next batch is waited for */
  async function limitsAfter(
    slow: (journal: Journal, pass: (ms: number) => void) => Promise<void>,
  ): Promise<unknown[]> {
    const journal = await desk.journal()
    let nowMs = 0
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs)
    try {
      await slow(journal, (ms) => (nowMs += ms))
      const draft = desk.draft(await desk.seated())
      const asked = jest.spyOn(pg.Client.prototype, 'query')
      await journal.claim(draft)
      const limits = asked.mock.calls.map(([query]) => Reflect.get(Object(query), 'query_timeout') as unknown)
      asked.mockRestore()
      return limits
    } finally {
      clock.mockRestore()
    }
  }

  it('does not grow by that of connecting', async () => {
    const limits = await limitsAfter(async (journal, pass) => {
      const draft = desk.draft(await desk.seated())
      const connect = Reflect.get(pg.Client.prototype, 'connect') as unknown as () => Promise<void>
      const slowly = function (this: pg.Client) {
        return connect.call(this).then(() => pass(60_000)) as never
      }
      const connected = jest.spyOn(pg.Client.prototype, 'connect').mockImplementation(slowly)
      desk.line.lastUsed().cut()
      await eventually('a batch went on another connection', async () => {
        await journal.claim(draft).catch(() => undefined)
        return connected.mock.calls.length > 0
      })
      connected.mockRestore()
    })
    expect(limits).toEqual([500])
  })

  it('has an upper bound, however long the one before took', async () => {
    const limits = await limitsAfter(async (journal, pass) => {
      const draft = desk.draft(await desk.seated())
      const query = Reflect.get(pg.Client.prototype, 'query') as (query: unknown) => Promise<unknown>
      const slowly = function (this: pg.Client, sent: unknown) {
        return query.call(this, sent).finally(() => pass(60_000)) as never
      }
      const queries = jest.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(slowly)
      await journal.claim(draft)
      queries.mockRestore()
    })
    expect(limits).toEqual([4_000])
  })
})

describe('a seat that somebody keeps locked', () => {
  it('holds up neither other claims nor ends; its own claim looks at it, its own end is written when it is free', async () => {
    const journal = await desk.journal()
    const [locked, ending, ...others] = await Promise.all(Array.from({ length: 6 }, () => desk.seated()))
    if (locked === undefined || ending === undefined) throw new Error('There are no players')
    const play = desk.end(await journal.claim(desk.draft(ending)))
    const waiting = await desk.locked(ending, () =>
      desk.locked(locked, async () => {
        const state = { recorded: false }
        const recorded = journal.record(play).finally(() => (state.recorded = true))
        for (const round of [1, 2]) {
          const drafts = [locked, ...others].map((player) => desk.draft(player))
          const [own, ...free] = await Promise.all(drafts.map((draft) => journal.claim(draft)))
          expect(own).toBeUndefined()
          expect(free.every((claim) => claim?.nonce === round)).toBe(true)
          expect(await Promise.all(free.map((claim) => journal.record(desk.end(claim))))).toEqual(free.map(() => true))
        }
        await expect(journal.recorded(ending)).rejects.toMatchObject(unavailable)
        expect(state.recorded).toBe(false)
        return { recorded }
      }),
    )
    expect(await waiting.recorded).toBe(true)
    expect(await desk.endedOf(ending)).toEqual([play.betId])
  })
})

describe('a batch', () => {
  it('with what the database does not take: that alone is rejected', async () => {
    const journal = await desk.journal()
    const ending = await Promise.all(Array.from({ length: 3 }, () => desk.seated()))
    const claiming = await Promise.all(Array.from({ length: 3 }, () => desk.seated()))
    const poison = { text: '\u0000' }
    const plays = await Promise.all(ending.map(async (player) => desk.end(await journal.claim(desk.draft(player)))))
    const records = plays.map((play, index) => journal.record(index === 1 ? { ...play, outcome: poison } : play))
    const claims = claiming.map((player, index) =>
      journal.claim(desk.draft(player, index === 1 ? { params: poison } : {})),
    )
    const written = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status)
    const alone = ['fulfilled', 'rejected', 'fulfilled']
    expect(written(await Promise.allSettled(records))).toEqual(alone)
    expect(written(await Promise.allSettled(claims))).toEqual(alone)
    expect(await Promise.all([...ending, ...claiming].map((player) => desk.betOf(player)))).toEqual([
      ...[null, plays[1]?.betId, null],
      ...[expect.any(String), null, expect.any(String)],
    ])
  })

  it('locks seats in the order of their players, as every replica does', async () => {
    const journal = await desk.journal()
    const players = await Promise.all(Array.from({ length: 5 }, () => desk.seated()))
    const asked = jest.spyOn(pg.Client.prototype, 'query')
    const inBatch = (name: string) =>
      asked.mock.calls.flatMap(([query]) => {
        const { name: itsName, values } = query as unknown as { name?: string; values?: Buffer[] }
        // An array of UUIDs in binary form: 20 bytes of header, then each after its size of 4.
        const uuids = values?.[0]?.subarray(20).toString('hex') ?? ''
        return itsName === name ? [uuids.match(/.{40}/g)?.map((element) => element.slice(8))] : []
      })
    const sorted = [players.toSorted().map((player) => player.replaceAll('-', ''))]
    const claims = await Promise.all(players.toReversed().map((player) => journal.claim(desk.draft(player))))
    expect(inBatch('claim')).toEqual(sorted)
    await Promise.all(claims.map((claim) => journal.record(desk.end(claim))))
    expect(inBatch('record')).toEqual(sorted)
    asked.mockRestore()
  })

  it('ends the play of a player before it claims the next one', async () => {
    const journal = await desk.journal()
    const player = await desk.seated()
    const play = desk.end(await journal.claim(desk.draft(player)))
    const [ended, next] = await Promise.all([journal.record(play), journal.claim(desk.draft(player))])
    expect([ended, next?.nonce]).toEqual([true, 2])
  })

  it('with the end of a play that has ended leaves the one that has its seat since', async () => {
    const journal = await desk.journal()
    const player = await desk.seated()
    const play = desk.end(await journal.claim(desk.draft(player)))
    const [, next] = await Promise.all([journal.record(play), journal.claim(desk.draft(player))])
    expect(await journal.record(play)).toBe(false)
    expect(await desk.endedOf(player)).toEqual([play.betId])
    expect(await desk.betOf(player)).toBe(next?.betId)
  })

  it('is told of once when plays have ended, and not when there are claims alone', async () => {
    const journal = await desk.journal()
    const player = await desk.seated()
    desk.onEnded.mockClear()
    const claim = await journal.claim(desk.draft(player))
    expect(desk.onEnded).not.toHaveBeenCalled()
    await journal.record(desk.end(claim))
    expect(desk.onEnded).toHaveBeenCalledTimes(1)
  })

  it('that is committed counts as written though that cannot be told', async () => {
    const journal = await desk.journal()
    const play = desk.end(await journal.claim(desk.draft(await desk.seated())))
    desk.onEnded.mockImplementationOnce(() => {
      throw new Error('the bus is draining')
    })
    expect(await journal.record(play)).toBe(true)
  })
})

describe('a reader', () => {
  it('waits for each end of the player, though another one was recorded since', async () => {
    const journal = await desk.journal()
    const player = await desk.seated()
    const dice = desk.end(await journal.claim(desk.draft(player)))
    const slots = { ...dice, game: 'slots' as const, betId: desk.newPlayer() }
    const ending = await desk.locked(player, async () => {
      // This seat is opened after the lock, so the lock does not cover it.
      await openSeat(desk.owner, { ...desk.commitment(player), game: 'slots' }, Buffer.alloc(32, 'marked'))
      const ends = [journal.record(dice), journal.record(slots)] as const
      // The end of the unclaimed bet is written at once. The other end waits for the lock.
      expect(await ends[1]).toBe(false)
      await expect(journal.recorded(player)).rejects.toMatchObject(unavailable)
      return { isFirst: ends[0] }
    })
    await journal.recorded(player)
    expect(await ending.isFirst).toBe(true)
    expect(await desk.endedOf(player)).toEqual([dice.betId])
  })
})

describe('what waits', () => {
  it('has a limit: a claim more is refused at once, and the end of a play never', async () => {
    const journal = await desk.journal()
    const play = desk.end(await journal.claim(desk.draft(await desk.seated())))
    const request = desk.draft(desk.newPlayer())
    const claims = Array.from({ length: 4_096 }, () => journal.claim(request))
    await expect(journal.claim(request)).rejects.toMatchObject(unavailable)
    expect(await journal.record(play)).toBe(true)
    expect(new Set(await Promise.all(claims))).toEqual(new Set([undefined]))
  })

  it('is written though it came while a batch was in the database, and nothing comes after it', async () => {
    const journal = await desk.journal()
    const play = desk.end(await journal.claim(desk.draft(await desk.seated())))
    const draft = desk.draft(await desk.seated())
    const [inDatabase, answered] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const query = Reflect.get(pg.Client.prototype, 'query') as (query: unknown) => Promise<unknown>
    const slow = function (this: pg.Client, sent: unknown) {
      inDatabase.resolve(undefined)
      return answered.promise.then(() => query.call(this, sent)) as never
    }
    const queries = jest.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(slow)
    const claim = journal.claim(draft)
    await inDatabase.promise
    const recorded = journal.record(play)
    // Longer than the journal lingers before it writes a batch.
    await new Promise((resolve) => setTimeout(resolve, 50))
    answered.resolve(undefined)
    expect(await claim).toBeDefined()
    expect(await recorded).toBe(true)
    queries.mockRestore()
  })

  it('is written when the service stops', async () => {
    const journal = await desk.journal()
    const play = desk.end(await journal.claim(desk.draft(await desk.seated())))
    const recorded = journal.record(play)
    await journal.close()
    expect(await desk.endedOf(play.playerId)).toEqual([play.betId])
    expect(await recorded).toBe(true)
    await expect(journal.claim(desk.draft(play.playerId))).rejects.toMatchObject(unavailable)
  })

  it('is not waited for when the service stops while its seat is locked', async () => {
    const journal = await desk.journal()
    const play = desk.end(await journal.claim(desk.draft(await desk.seated())))
    await desk.locked(play.playerId, async () => {
      const recorded = expect(journal.record(play)).rejects.toMatchObject(unavailable)
      await journal.close()
      await recorded
    })
    expect(await desk.betOf(play.playerId)).toBe(play.betId)
  })
})

describe('a database that could lose what it confirms', () => {
  it('is not written to', async () => {
    const unsafe = await Desk.open()
    await unsafe.owner.query(`ALTER DATABASE ${unsafe.database.name} SET synchronous_commit = off`)
    const session = openSession({
      url: unsafe.line.url,
      schema: 'dice_slots',
      name: 'journal',
      log: testLogger('journal'),
    })
    await expect(session).rejects.toThrow(NotDurable)
    await unsafe.remove()
  })
})
