import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { createPool } from '../src/database.ts'
import type { Pool, PoolClient } from '../src/database.ts'
import { isNewestTerm, Leadership } from '../src/leadership.ts'
import type { Term } from '../src/leadership.ts'

const log = testLogger('leadership')
/** A leader that is not heard for so long may be replaced (leadership.ts). */
const silentAfterMs = 3_000
let database: TestDatabase
let owner: Pool
let stranger: PoolClient

beforeAll(async () => {
  database = await createTestDatabase(['wallet', 'payments'])
  owner = createPool({ url: database.ownerUrl, schema: 'wallet', maxConnections: 2, log })
  // A role that may connect to the database and do nothing to the tables.
  const url = database.urlOf('payments')
  stranger = await createPool({ url, schema: 'payments', maxConnections: 1, log }).connect()
})

afterAll(async () => {
  stranger.release(true)
  await owner.end()
  await database.drop()
})

/** One of several processes that stand for the same thing, and what it did. */
class Candidate {
  readonly happened: string[] = []
  readonly terms: Term[] = []
  leadership: Leadership | undefined
  /** How much later it is for this process than it was aware of. */
  pausedMs = 0
  /** Whether callers reach this process. */
  isReached = true

  async stand(begin: () => Promise<void> = () => Promise.resolve()): Promise<this> {
    this.leadership = await Leadership.open({
      url: database.urlOf('wallet'),
      schema: 'wallet',
      log,
      monotonicMs: () => performance.now() + this.pausedMs,
      isReached: () => this.isReached,
      onLeading: async (term) => {
        await begin()
        this.terms.push(term)
        this.happened.push('leads')
        return () => {
          this.happened.push(term.signal.aborted ? 'lost' : 'finished')
          return Promise.resolve()
        }
      },
    })
    return this
  }

  leads(times = 1): Promise<boolean> {
    return eventually('it leads', () => this.terms.length >= times, 20_000)
  }

  async stop(): Promise<void> {
    await this.leadership?.stop()
  }
}

/** The process id of the session that leads. */
async function leadingSession(): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>('SELECT pid FROM leadership JOIN pg_stat_activity USING (pid)')
  expect(rows).toHaveLength(1)
  return rows[0]?.pid ?? 0
}

/** Writes down as the owner of the tables that a session leads. */
const nameLeader = (pid: number) =>
  owner.query(
    'UPDATE leadership SET (pid, session_began) = (SELECT pid, backend_start FROM pg_stat_activity WHERE pid = $1)',
    [pid],
  )

const pidOf = async (client: PoolClient): Promise<number> =>
  (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid ?? 0

describe('leadership', () => {
  it('has one leader at a time, and the next one as soon as it gives up, with a higher fencing token', async () => {
    const first = await new Candidate().stand()
    const second = await new Candidate().stand()
    expect([first.happened, second.happened]).toEqual([['leads'], []])
    expect([first.leadership?.isLed, second.leadership?.isLed]).toEqual([true, true])
    await first.stop()
    await second.leads()
    expect(first.happened).toEqual(['leads', 'finished'])
    expect(second.terms[0]?.fencingToken).toBeGreaterThan(first.terms[0]?.fencingToken ?? Infinity)
    expect(await isNewestTerm(owner, second.terms[0]?.fencingToken ?? 0)).toBe(true)
    expect(await isNewestTerm(owner, first.terms[0]?.fencingToken ?? 0)).toBe(false)
    await second.stop()
  })

  it('goes to one of several simultaneous candidates', async () => {
    const candidates = await Promise.all(Array.from({ length: 5 }, () => new Candidate().stand()))
    expect(candidates.flatMap(({ happened }) => happened)).toEqual(['leads'])
    await Promise.all(candidates.map((candidate) => candidate.stop()))
  })

  it('is lost with its connection, and a candidate becomes the next leader', async () => {
    const first = await new Candidate().stand()
    const second = await new Candidate().stand()
    await owner.query('SELECT pg_terminate_backend($1)', [await leadingSession()])
    await eventually('somebody leads again', () => first.terms.length + second.terms.length === 2)
    expect(first.happened.slice(0, 2)).toEqual(['leads', 'lost'])
    await Promise.all([first.stop(), second.stop()])
  })

  it('is taken from a silent connection', async () => {
    // A leader whose process is paused: its session is there and asks nothing.
    const url = database.urlOf('wallet')
    const paused = await createPool({ url, schema: 'wallet', maxConnections: 1, log }).connect()
    const ended = new Promise<void>((resolve) => paused.once('end', () => resolve()))
    await nameLeader(await pidOf(paused))
    const next = await new Candidate().stand()
    await ended
    await next.leads()
    await next.stop()
  })

  it('cannot be blocked by another role, neither by locks nor as the stored leader', async () => {
    for (const key of [`hashtext('wallet') & 2147483647`, '0'])
      await stranger.query(`SELECT pg_advisory_lock(1818583396, ${key})`)
    await expect(stranger.query('SELECT term FROM wallet.leadership')).rejects.toThrow('permission denied')
    await nameLeader(await pidOf(stranger))
    const candidate = await new Candidate().stand()
    expect(candidate.happened).toEqual(['leads'])
    await candidate.stop()
  })

  it('is lost when a newer term has begun', async () => {
    const first = await new Candidate().stand()
    await owner.query('UPDATE leadership SET term = term + 1, pid = NULL')
    await first.leads(2)
    expect(first.happened).toEqual(['leads', 'lost', 'leads'])
    await first.stop()
  })

  it('is kept by a beat that comes before a leader counts as silent', async () => {
    const candidate = await new Candidate().stand()
    const pid = await leadingSession()
    const beatAt = async () => {
      const query = 'SELECT state_change::text AS at FROM pg_stat_activity WHERE pid = $1'
      return (await owner.query<{ at: string }>(query, [pid])).rows[0]?.at
    }
    const nextBeat = async (withinMs: number) => {
      const before = await beatAt()
      await eventually('the leader beats', async () => (await beatAt()) !== before, withinMs)
    }
    await nextBeat(10_000)
    await nextBeat(silentAfterMs)
    await candidate.stop()
  })

  it('moves from a process that callers cannot reach to a process that they reach', async () => {
    const first = await new Candidate().stand()
    const second = await new Candidate().stand()
    first.isReached = false
    expect(first.terms[0]?.isCertain()).toBe(false)
    await second.leads()
    expect(first.happened).toEqual(['leads', 'lost'])
    await eventually('both know that one leads', () => [first, second].every(({ leadership }) => leadership?.isLed))
    await Promise.all([first.stop(), second.stop()])
  })

  it('stays free while callers reach no process, and goes to the first process that they reach', async () => {
    const candidates = [await new Candidate().stand(), await new Candidate().stand()]
    for (const candidate of candidates) candidate.isReached = false
    await eventually('nobody leads', () => candidates.every(({ leadership }) => leadership?.isLed === false), 20_000)
    const [first, second] = candidates
    if (second !== undefined) second.isReached = true
    await second?.leads()
    expect(first?.happened).toEqual(['leads', 'lost'])
    expect(second?.happened).toEqual(['leads'])
    await Promise.all(candidates.map((candidate) => candidate.stop()))
  }, 30_000)

  it('is kept over a short time without callers', async () => {
    const candidate = await new Candidate().stand()
    const [term] = candidate.terms
    candidate.isReached = false
    expect(term?.isCertain()).toBe(false)
    const pid = await leadingSession()
    const beats = 'SELECT FROM pg_stat_activity WHERE pid = $1 AND state_change > $2'
    const [since] = (await owner.query<{ now: Date }>('SELECT clock_timestamp() AS now')).rows
    await eventually('it has beaten', async () => (await owner.query(beats, [pid, since?.now])).rowCount === 1)
    candidate.isReached = true
    expect(term?.isCertain()).toBe(true)
    expect(candidate.happened).toEqual(['leads'])
    await candidate.stop()
  })

  it('is uncertain after a pause in which another process may have become leader', async () => {
    const candidate = await new Candidate().stand()
    const [term] = candidate.terms
    expect(term?.isCertain()).toBe(true)
    candidate.pausedMs += 3_000
    expect(term?.isCertain()).toBe(false)
    await eventually('a beat has been answered', () => term?.isCertain() === true)
    expect(candidate.happened).toEqual(['leads'])
    await candidate.stop()
  })

  it('fails the start of a process whose first term cannot begin, and lets the next one try', async () => {
    const broken = new Candidate().stand(() => Promise.reject(new Error('nothing to lead with')))
    await expect(broken).rejects.toThrow('nothing to lead with')
    const next = await new Candidate().stand()
    expect(next.happened).toEqual(['leads'])
    await next.stop()
  })
})
