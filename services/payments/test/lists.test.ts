import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { adminGetDeposit, adminListDeposits, decideDeposit, listDeposits, listWithdrawals } from '@kismet/contracts'
import { PaymentsStage } from './payments-stage.ts'

const idsOf = (list: { deposits: readonly { _id: string }[] } | undefined) => list?.deposits.map(({ _id }) => _id)

describe('a search that takes too long', () => {
  it('is refused as not available as those that have waited for it; one admin has few of them at a time, and their lists do not wait', async () => {
    const stage = await PaymentsStage.set()
    const lock = await stage.owner.connect()
    await lock.query('BEGIN; LOCK TABLE request')
    const admin = stage.tokens.admin()
    const asked = Array.from({ length: 11 }, () => stage.call(adminListDeposits, admin, { search: 'none' }))
    const list = stage.call(adminListDeposits, admin, {})
    expect((await Promise.race(asked)).code).toBe('too_many_requests')
    const codes = (await Promise.all(asked)).map(({ code }) => code)
    await lock.query('ROLLBACK')
    lock.release()
    // The calls arrive in any order.
    expect(codes.toSorted()).toEqual(['too_many_requests', ...Array<string>(10).fill('unavailable')])
    expect((await list).code).toBeUndefined()
    await stage.strike()
  })
})

describe('lists of deposits', () => {
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set()
  })
  afterAll(() => stage.strike())

  it('take one processor of the database', async () => {
    const { rows } = await stage.context.db.query('SHOW max_parallel_workers_per_gather')
    expect(rows).toEqual([{ max_parallel_workers_per_gather: '0' }])
  })

  it('show a player the own requests, the newest first, page by page', async () => {
    const player = stage.tokens.player()
    const ids: string[] = []
    for (const ageMs of [3_000, 2_000, 2_000, 1_000, 0]) ids.unshift(await stage.seed(player, { ageMs }))
    await stage.seed(stage.tokens.player())
    const whole = await stage.call(listDeposits, player, {})
    expect(idsOf(whole.out)).toEqual(ids)
    expect(whole.out?.nextCursor).toBeNull()

    const ownList = async (cursor: string | null) =>
      (await stage.call(listDeposits, player, { limit: 2, ...(cursor === null ? {} : { cursor }) })).out
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof ownList>> = await ownList(cursor)
      pages.push(idsOf(page) ?? [])
      cursor = page?.nextCursor ?? null
    } while (cursor !== null)
    expect(pages).toEqual([ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  })

  it('tell the time of nine of ten decisions from 20 decisions on, for deposits alone', async () => {
    await stage.owner.query('TRUNCATE request CASCADE')
    const player = stage.tokens.player()
    const admin = stage.tokens.admin()
    const decide = async (afterMinutes: number) => {
      const id = await stage.seed(stage.tokens.player(), { ageMs: afterMinutes * 60_000 })
      expect((await stage.call(decideDeposit, admin, { id, status: 'rejected' })).code).toBeUndefined()
    }
    const told = async () => [
      (await stage.call(listDeposits, player, {})).out?.usualMinutes,
      (await stage.call(listWithdrawals, player, {})).out?.usualMinutes,
    ]
    for (let nth = 1; nth < 20; nth += 1) await decide(nth % 2 === 0 ? 17 : 7)
    expect(await told()).toEqual([null, null])
    await decide(17)
    expect(await told()).toEqual([20, null])
  })

  it('show admins what waits, the oldest first, then what was decided, the newest decision first', async () => {
    await stage.owner.query('TRUNCATE request CASCADE')
    const player = stage.tokens.player()
    const ids: string[] = []
    for (let age = 9; age >= 0; age -= 1) ids.push(await stage.seed(player, { ageMs: age * 1_000 }))
    const [a, b, c, d, e, f, ...rest] = ids
    const decided: (readonly [string | undefined, 'approved' | 'rejected'])[] = [
      [b, 'approved'],
      [d, 'rejected'],
      [f, 'approved'],
    ]
    for (const [id, status] of decided) await stage.decide(stage.tokens.admin(), id ?? '', status)
    const waiting = [a, c, e, ...rest]

    const all = await stage.adminList()
    expect(idsOf(all)).toEqual([...waiting, f, d, b])
    expect(all).toMatchObject({ pending: 7, nextCursor: null })
    expect(idsOf(await stage.adminList({ status: 'pending' }))).toEqual(waiting)
    expect(idsOf(await stage.adminList({ status: 'approved' }))).toEqual([f, b])
    expect(idsOf(await stage.adminList({ status: 'rejected' }))).toEqual([d])

    for (const limit of [1, 2, 3, 7, 8]) {
      const seen: (string | undefined)[] = []
      let cursor: string | null = null
      do {
        const page = await stage.adminList({ limit, ...(cursor === null ? {} : { cursor }) })
        seen.push(...(idsOf(page) ?? []))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen).toEqual([...waiting, f, d, b])
    }
    const approved = await stage.adminList({ status: 'approved', limit: 1 })
    expect(idsOf(await stage.adminList({ status: 'approved', limit: 1, cursor: approved.nextCursor ?? '' }))).toEqual([
      b,
    ])
  })

  it.each([
    { what: 'a cursor that is none', input: { cursor: 'x' } },
    {
      what: 'a cursor of an order that there is not',
      input: { cursor: 'decided.1767225600000.0190a000-0000-7000-8000-000000000001' },
    },
    {
      what: 'a cursor of another order',
      input: { cursor: 'amount.1000.0190a000-0000-7000-8000-000000000001', sort: 'createdAt' },
    },
    { what: 'an order that there is not', input: { sort: 'utr' as 'amount' } },
    { what: 'an amount with three decimals', input: { minAmount: '1.234' } },
    { what: 'a search that is too long', input: { search: 'x'.repeat(257) } },
    { what: 'no row', input: { limit: 0 } },
    { what: 'more rows than may be', input: { limit: 201 } },
  ] as const)('refuse $what', async ({ input }) => {
    const answer = await stage.call(adminListDeposits, stage.tokens.admin(), input)
    expect(answer.code).toBe('invalid_request')
  })

  it('refuse a cursor that is none to players too, and players to admins', async () => {
    expect((await stage.call(listDeposits, stage.tokens.player(), { cursor: '1' })).code).toBe('invalid_request')
    expect((await stage.call(adminListDeposits, stage.tokens.player(), {})).code).toBe('unauthenticated')
    expect((await stage.call(listDeposits, stage.tokens.admin(), {})).code).toBe('unauthenticated')
  })

  it.each(['owner', 'cashier', 'support', 'auditor'] as const)('are there for the role %s', async (role) => {
    expect((await stage.call(adminListDeposits, stage.tokens.admin(role), {})).out).toBeDefined()
  })

  describe('that are looked through', () => {
    const emails = ['asha.rao@example.com', 'ravi_50%@example.com', 'meena-k@example.com']
    const ids: string[] = []
    beforeAll(async () => {
      await stage.owner.query('TRUNCATE request CASCADE')
      for (const [at, email] of emails.entries()) {
        const player = { ...stage.tokens.player(), email }
        for (const amountPaise of [(at + 1) * 100_000, 50_050])
          ids.push(await stage.seed(player, { amountPaise, ageMs: (10 - ids.length) * 1_000 }))
      }
      await stage.decide(stage.tokens.admin(), ids[0] ?? '', 'approved')
      await stage.owner.query(`UPDATE request SET method = 'NEFT' WHERE id = $1`, [ids[3]])
    })
    const places = (list: Awaited<ReturnType<typeof stage.adminList>>) => idsOf(list)?.map((id) => ids.indexOf(id))

    it.each([
      { search: 'ASHA.RAO', finds: [1, 0] },
      { search: ' example.com ', finds: [1, 2, 3, 4, 5, 0] },
      { search: 'meena-k@', finds: [4, 5] },
      { search: '50%@', finds: [2, 3] },
      { search: '0%', finds: [2, 3] },
      { search: 'i_5', finds: [2, 3] },
      { search: '%', finds: [2, 3] },
      { search: '\\', finds: [] },
      { search: 'nobody', finds: [] },
      { search: '   ', finds: [1, 2, 3, 4, 5, 0] },
      { search: ' - ', finds: [1, 2, 3, 4, 5, 0] },
    ])('find "$search"', async ({ search, finds }) => {
      expect(places(await stage.adminList({ search }))).toEqual(finds)
    })

    it('find a reference and an id as people write them', async () => {
      const { deposits } = await stage.adminList({ search: 'meena' })
      const utr = deposits[0]?.utr ?? ''
      const written = `${utr.slice(0, 4)} ${utr.slice(4, 8)}-${utr.slice(8)}`
      expect(places(await stage.adminList({ search: written }))).toEqual([4])
      for (const search of [ids[2] ?? '', (ids[2] ?? '').replaceAll('-', '').toUpperCase()])
        expect(places(await stage.adminList({ search }))).toEqual([2])
    })

    it.each([
      { input: { sort: 'amount' }, finds: [4, 2, 0, 5, 3, 1] },
      { input: { sort: 'amount', order: 'asc' }, finds: [1, 3, 5, 0, 2, 4] },
      { input: { sort: 'createdAt' }, finds: [5, 4, 3, 2, 1, 0] },
      { input: { sort: 'createdAt', order: 'asc' }, finds: [0, 1, 2, 3, 4, 5] },
      { input: { sort: 'createdAt', order: 'asc', status: 'approved' }, finds: [0] },
      { input: { order: 'asc' }, finds: [1, 2, 3, 4, 5, 0] },
      { input: { minAmount: '500.50', maxAmount: '500.5' }, finds: [1, 3, 5] },
      { input: { minAmount: '500.51' }, finds: [2, 4, 0] },
      { input: { method: 'NEFT' }, finds: [3] },
      { input: { sort: 'amount', search: 'asha', status: 'pending' }, finds: [1] },
    ] as const)('$input', async ({ input, finds }) => {
      expect(places(await stage.adminList(input))).toEqual(finds)
      const seen: (number | undefined)[] = []
      let cursor: string | null = null
      do {
        const page = await stage.adminList({ ...input, limit: 2, ...(cursor === null ? {} : { cursor }) })
        seen.push(...(places(page) ?? []))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(seen).toEqual(finds)
    })
  })

  it('have each request by itself, whatever became of it', async () => {
    const id = await stage.seed(stage.tokens.player())
    const one = async (caller: Parameters<typeof stage.call>[1], asked = id) =>
      stage.call(adminGetDeposit, caller, { id: asked })
    expect((await one(stage.tokens.admin('auditor'))).out?.deposit).toMatchObject({ _id: id, status: 'pending' })
    await stage.decide(stage.tokens.admin(), id, 'rejected')
    expect((await one(stage.tokens.admin('support'))).out?.deposit).toMatchObject({ _id: id, status: 'rejected' })
    // 401 before 400 and 404.
    const tooLong = 'x'.repeat(65)
    expect((await one(undefined, tooLong)).code).toBe('unauthenticated')
    expect((await one(stage.tokens.admin(), tooLong)).code).toBe('invalid_request')
    expect((await one(undefined, 'none')).code).toBe('unauthenticated')
    expect((await one(stage.tokens.player(), 'none')).code).toBe('unauthenticated')
    for (const missing of ['none', '0190a000-0000-7000-8000-000000000001', id.replaceAll('-', '')])
      expect((await one(stage.tokens.admin(), missing)).code).toBe('not_found')
  })
})
