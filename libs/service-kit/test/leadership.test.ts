import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { eventually } from '@kismet/test-env/eventually'
import { testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { createPool } from '../src/database.ts'
import type { Pool } from '../src/database.ts'
import { isNewestTerm, Leadership } from '../src/leadership.ts'
import type { Term } from '../src/leadership.ts'

const log = testLogger('leadership')
let database: TestDatabase
let owner: Pool

beforeAll(async () => {
  database = await createTestDatabase(['wallet'])
  owner = createPool({ url: database.ownerUrl, schema: 'wallet', maxConnections: 2, log })
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** One of several processes that stand for the same thing, and what it did. */
class Candidate {
  readonly happened: string[] = []
  readonly terms: Term[] = []
  leadership: Leadership | undefined

  async stand(begin: () => Promise<void> = () => Promise.resolve()): Promise<this> {
    this.leadership = await Leadership.open({
      url: database.urlOf('wallet'),
      schema: 'wallet',
      log,
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
  const { rows } = await owner.query<{ pid: number }>(
    `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 1818583396
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.pid ?? 0
}

describe('leadership', () => {
  it('has one leader at a time, and the next one as soon as it gives up, with a higher fence', async () => {
    const first = await new Candidate().stand()
    const second = await new Candidate().stand()
    expect([first.happened, second.happened]).toEqual([['leads'], []])
    expect([first.leadership?.isLed, second.leadership?.isLed]).toEqual([true, true])
    await first.stop()
    await second.leads()
    expect(first.happened).toEqual(['leads', 'finished'])
    expect(second.terms[0]?.fence).toBeGreaterThan(first.terms[0]?.fence ?? Infinity)
    expect(await isNewestTerm(owner, second.terms[0]?.fence ?? 0)).toBe(true)
    expect(await isNewestTerm(owner, first.terms[0]?.fence ?? 0)).toBe(false)
    await second.stop()
  })

  it('is lost with its session: the one that led is told, and somebody leads again', async () => {
    const first = await new Candidate().stand()
    const second = await new Candidate().stand()
    await owner.query('SELECT pg_terminate_backend($1)', [await leadingSession()])
    await eventually('somebody leads again', () => first.terms.length + second.terms.length === 2)
    expect(first.happened.slice(0, 2)).toEqual(['leads', 'lost'])
    await Promise.all([first.stop(), second.stop()])
  })

  it('is taken from a session that is silent', async () => {
    // A leader whose process is paused: its session holds the lock and asks nothing.
    const paused = await createPool({
      url: database.urlOf('wallet'),
      schema: 'wallet',
      maxConnections: 1,
      log,
    }).connect()
    const ended = new Promise<void>((resolve) => paused.once('end', () => resolve()))
    await paused.query(`SELECT pg_advisory_lock(1818583396, hashtext('wallet') & 2147483647)`)
    const next = await new Candidate().stand()
    await ended
    await next.leads()
    await next.stop()
  })

  it('fails the start of a process whose first term cannot begin, and lets the next one try', async () => {
    const broken = new Candidate().stand(() => Promise.reject(new Error('nothing to lead with')))
    await expect(broken).rejects.toThrow('nothing to lead with')
    const next = await new Candidate().stand()
    expect(next.happened).toEqual(['leads'])
    await next.stop()
  })
})
