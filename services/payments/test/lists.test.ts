import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { adminListDeposits, listDeposits } from '@kismet/contracts'
import { PaymentsStage } from './payments-stage.ts'

const idsOf = (list: { deposits: readonly { _id: string }[] } | undefined) => list?.deposits.map(({ _id }) => _id)

describe('lists of deposits', () => {
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set()
  })
  afterAll(() => stage.strike())

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

  it('show admins what waits, the oldest first, then what was decided, the newest decision first', async () => {
    await stage.owner.query('TRUNCATE deposit CASCADE')
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
      what: 'a cursor of the other part',
      input: { cursor: 'decided.1767225600000.0190a000-0000-7000-8000-000000000001', status: 'pending' },
    },
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
})
