import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  addRequestNote,
  adminListWithdrawals,
  adminRoles,
  approveWithdrawal,
  dismissBankPair,
  erasePlayer,
  exportBankRows,
  listRequestNotes,
  noteLimits,
  requestHints,
} from '@kismet/contracts'
import type { TestAdmin, TestPlayer } from '@kismet/test-env/test-tokens'
import { readPage } from '../src/db/request-lists.ts'
import { BankDesk, pairsOf, rowsOf } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

const cashier = () => stage.tokens.admin('cashier')
const audits = (action: string, target: string) =>
  stage.value<number>('SELECT count(*) FROM audit WHERE action = $1 AND target = $2', [action, target])

describe('a search', () => {
  let ids: string[]
  beforeAll(async () => {
    const digits = { ...stage.tokens.player(), email: '9876512@example.in' }
    ids = [
      await stage.seed(stage.tokens.player(), { amountPaise: 123_450, utr: '409500004321' }),
      await stage.seed(stage.tokens.player(), { amountPaise: 432_100, utr: '000000987650' }),
      await stage.seed(digits, { amountPaise: 50_000, utr: 'HDFCR520261128' }),
    ]
  })

  it.each([
    { search: '1234.50', finds: [0] },
    { search: '₹1,234.50', finds: [0] },
    { search: '4321', finds: [0, 1] },
    { search: '0000 4321', finds: [0] },
    { search: '4,321', finds: [1] },
    { search: '432', finds: [] },
    { search: '4095', finds: [0] },
    { search: '0000409500', finds: [0] },
    { search: '0950', finds: [] },
    { search: '987650', finds: [1] },
    { search: '9876', finds: [1, 2] },
    { search: 'R520261128', finds: [2] },
    { search: '500', finds: [2] },
  ])('for "$search" finds amounts, and the ends and starts of references and e-mails', async ({ search, finds }) => {
    const { deposits } = await stage.adminList({ search })
    expect(deposits.map(({ _id }) => ids.indexOf(_id)).toSorted()).toEqual(finds)
  })

  it('finds a withdrawal by its amount, by the ends of its account and of its bank reference, and by its short id', async () => {
    const id = await withdrawn(stage, await rich(stage, 1_000_000, { accountNumber: '556677889900' }), 345.5)
    await stage.call(approveWithdrawal, cashier(), { id, paidReference: '409512349876' })
    const found = async (search: string, role: 'auditor' | 'support' = 'auditor') =>
      (await stage.call(adminListWithdrawals, stage.tokens.admin(role), { search })).out?.withdrawals.length
    for (const search of ['345.50', '349876', '9900', '7889900', id.slice(-4), id.slice(-6)])
      expect([search, await found(search)]).toEqual([search, 1])
    // A role that sees four digits of an account learns no fifth one.
    expect(await found('9900', 'support')).toBe(1)
    expect(await found('89900', 'support')).toBe(0)
    expect(await found('5566', 'support')).toBe(0)
    expect(await found('49876', 'support')).toBe(1)
    expect(await found('40951', 'support')).toBe(1)
  })

  it('reads few rows of many: indexes find amounts and ends of numbers', async () => {
    await stage.owner.query(
      `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at)
       SELECT uuidv7(), 'deposit', 'pending', uuidv7(), 'many' || n || '@example.in', 10000 + n, 'UPI', 500000000000 + n, 500000000000 + n, 1, 0, now()
       FROM generate_series(1, 20000) AS n`,
    )
    await stage.owner.query('ANALYZE request')
    const searched: string[] = []
    const db = {
      query: async (sql: string, values: unknown[]) => {
        const { rows } = await stage.owner.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${sql}`, values)
        searched.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
        return { rows: [] }
      },
    }
    const list = { kind: 'deposit', admin: { ...cashier(), username: 'x', role: 'cashier' }, nowMs: 0 } as const
    await readPage(db as never, list, { search: '4321', limit: 50 })
    expect(searched[0]).toMatch(/request_ends[\s\S]*BitmapOr[\s\S]*request_by_amount[\s\S]*request_pkey/)
    expect(searched[0]).not.toContain('Seq Scan')
  })
})

describe('notes about a request', () => {
  it('are listed with their admin, counted in the list, audited, and limited', async () => {
    const id = await stage.seed(stage.tokens.player())
    const admin = stage.tokens.admin('support')
    const add = (text: string, by = admin) => stage.call(addRequestNote, by, { id, text })
    expect((await add('  Called the bank.  ')).out?.note).toMatchObject({
      text: 'Called the bank.',
      by: admin.username,
    })
    expect((await add('  ')).message).toBe('Please write a note.')
    expect((await add('x'.repeat(501))).code).toBe('invalid_request')
    expect((await add('no', stage.tokens.admin('auditor'))).code).toBe('forbidden')
    await Promise.all(Array.from({ length: noteLimits.most }, (_, at) => add(`note ${at}`)))
    expect((await add('one more')).message).toBe('A request has at most 20 notes.')
    const { out } = await stage.call(listRequestNotes, stage.tokens.admin('auditor'), { id })
    expect(out?.notes).toHaveLength(noteLimits.most)
    expect(out?.notes[0]).toMatchObject({ text: 'Called the bank.', by: admin.username })
    expect((await stage.adminList({ search: id })).deposits).toMatchObject([{ notes: noteLimits.most }])
    expect(await audits('deposit.note', id)).toBe(noteLimits.most)
    expect((await stage.call(listRequestNotes, admin, { id: 'none' })).code).toBe('not_found')
  })

  it('of a withdrawal are read by each role from the oldest to the newest, also after the decision', async () => {
    const player = await rich(stage, 100_000)
    const id = await withdrawn(stage, player, 300)
    const [before, after] = [cashier(), stage.tokens.admin('owner')]
    const texts = async (by: TestAdmin | TestPlayer) => {
      const { out, code } = await stage.call(listRequestNotes, by, { id })
      return code ?? out.notes.map(({ text, by: writer }) => [text, writer])
    }
    expect(await texts(before)).toEqual([])
    await stage.call(addRequestNote, before, { id, text: 'Before' })
    await stage.call(approveWithdrawal, before, { id })
    await stage.call(addRequestNote, after, { id, text: 'After' })
    const both = [
      ['Before', before.username],
      ['After', after.username],
    ]
    for (const role of adminRoles) expect(await texts(stage.tokens.admin(role))).toEqual(both)
    expect(await texts(player)).toBe('unauthenticated')
    const unknown = { id: '0190b2a0-0000-7000-8000-000000000bad' }
    expect((await stage.call(listRequestNotes, before, unknown)).code).toBe('not_found')
  })

  it('lose their texts when the player is erased, and only then', async () => {
    const player = stage.tokens.player()
    const id = await stage.seed(player)
    await stage.call(addRequestNote, cashier(), { id, text: 'Asha lives in Pune' })
    await expect(stage.context.db.query(`UPDATE request_note SET text = 'x'`)).rejects.toThrow(/erased/)
    await stage.decide(cashier(), id, 'rejected')
    await stage.callAsAuth(erasePlayer, { playerId: player.id })
    const { out } = await stage.call(listRequestNotes, cashier(), { id })
    expect(out?.notes).toMatchObject([{ text: 'erased' }])
  })
})

describe('what the bank says of a request', () => {
  const bankOf = async (id: string) => (await stage.call(requestHints, cashier(), { id })).out?.bank

  it('is the row, another amount for the reference, or that no row has the reference', async () => {
    const [utr, other] = [stage.reference(), stage.reference()]
    const none = await stage.seed(stage.tokens.player())
    expect(await bankOf(none)).toBeNull()
    const exact = await stage.seed(stage.tokens.player(), { utr, amountPaise: 120_000 })
    const differs = await stage.seed(stage.tokens.player(), { utr: other, amountPaise: 120_000 })
    await desk.keep(rowsOf([{ utr: stage.reference() }, { utr, amount: '1200.00' }, { utr: other, amount: '2200.00' }]))
    const until = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    expect(await bankOf(exact)).toEqual({
      says: 'row',
      row: { fileName: 'statement.csv', row: 2, amount: 1_200 },
      until,
    })
    expect(await bankOf(differs)).toMatchObject({ says: 'amount', row: { row: 3, amount: 2_200 } })
    expect(await bankOf(none)).toEqual({ says: 'none', row: null, until })
    const second = await stage.seed(stage.tokens.player(), { utr: `1${utr.slice(1)}`, amountPaise: 120_000 })
    expect(await bankOf(second)).toMatchObject({ says: 'none' })
  })
})

describe('a near pair', () => {
  it('that an admin dismisses leaves the suggestions for ever, and its row stays free', async () => {
    const utr = stage.reference()
    const id = await stage.seed(stage.tokens.player(), { utr: `9${utr.slice(1)}`, amountPaise: 77_700 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '777.00' }]))
    const [pair] = pairsOf(await desk.read(_id, 'near'))
    if (pair === undefined) throw new Error('There is no near pair')
    expect(pair.requestId).toBe(id)
    const dismiss = (admin = cashier(), what = pair) => stage.call(dismissBankPair, admin, what)
    expect((await dismiss(stage.tokens.admin('auditor'))).code).toBe('forbidden')
    expect((await dismiss(cashier(), { ...pair, rowId: id })).code).toBe('not_found')
    expect((await dismiss()).out).toBeDefined()
    expect((await dismiss()).out).toBeDefined()
    expect(await audits('bank-match.dismiss', pair.rowId)).toBe(1)
    expect((await desk.read(_id, 'near')).rows).toEqual([])
    expect((await desk.read(_id, 'none')).rows).toMatchObject([{ rowId: pair.rowId, request: null }])
    expect(await desk.approve(cashier(), [pair], 'near')).toEqual(['skipped'])
    const own = await stage.seed(stage.tokens.player(), { utr, amountPaise: 77_700 })
    expect(pairsOf(await desk.read(_id))).toEqual([{ rowId: pair.rowId, requestId: own }])
  })

  it('is not dismissed if its amounts differ, or if its request was approved', async () => {
    const [utr, paid] = [stage.reference(), stage.reference()]
    const differs = await stage.seed(stage.tokens.player(), { utr, amountPaise: 88_800 })
    const approved = await stage.seed(stage.tokens.player(), { utr: `9${paid.slice(1)}`, amountPaise: 99_900 })
    await stage.decide(cashier(), approved, 'approved')
    const { _id } = await desk.keep(
      rowsOf([
        { utr, amount: '1888.00' },
        { utr: paid, amount: '999.00' },
      ]),
    )
    const pairs = pairsOf(await desk.read(_id, 'near'))
    expect(pairs.map(({ requestId }) => requestId)).toEqual([differs, approved])
    for (const pair of pairs) expect((await stage.call(dismissBankPair, cashier(), pair)).code).toBe('bank_row_changed')
  })
})

it('bank rows are a file with the requests that they match, by statement and tab', async () => {
  const [utr, without] = [stage.reference(), stage.reference()]
  const id = await stage.seed(stage.tokens.player(), { utr })
  const { _id } = await desk.keep(
    rowsOf([
      { utr, text: '=cmd' },
      { utr: without, amount: '12.50' },
    ]),
  )
  const file = async (query: string, role: 'auditor' | 'support' = 'auditor') => {
    const response = await stage.fetch(`${exportBankRows.route.path}?${query}`, stage.tokens.admin(role))
    return { status: response.status, name: response.headers.get('content-disposition'), text: await response.text() }
  }
  const all = await file(`statement=${_id}`)
  const rows = all.text.trim().split('\r\n')
  expect(rows[0]).toMatch(/Row,Day,Bank text,Kind,UTR,Amount,Match,Reason,Request,Email,Asked amount,Credited,Status$/)
  expect(rows[1]).toMatch(new RegExp(`^1,[-\\d]+,'=cmd-\\d+,credit,${utr},500.00,exact,,${id},.*,500.00,,pending$`))
  expect(rows[2]).toMatch(new RegExp(`,${without},12.50,none,,,,,,$`))
  expect(all.name).toMatch(/filename="bank-rows-[-\d]+-deposits\.csv"/)
  expect((await file(`statement=${_id}&tab=none`)).text.trim().split('\r\n')).toHaveLength(2)
  expect((await file(`statement=${_id}&kind=withdrawal`)).text.trim().split('\r\n')).toHaveLength(1)
  expect((await file('statement=kept&format=xlsx')).name).toMatch(/\.xlsx"$/)
  expect((await file('statement=none')).status).toBe(404)
  expect((await file(`statement=${_id}`, 'support')).status).toBe(403)
  expect(await audits('bank-row.export', 'bank-row')).toBe(4)
})
