import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  approveBankMatches,
  bankStatementLimits,
  keptCredits,
  readPayoutMatches,
  listBankStatements,
  noColumn,
  postBankStatement,
} from '@kismet/contracts'
import fc from 'fast-check'
import { BankDesk, bodyOf, columns, fileOf, formOf, rowsOf, today } from './bank-desk.ts'
import type { Kept } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

const audits = (target: string) => stage.value<number>('SELECT count(*) FROM audit WHERE target = $1', [target])
const storedRows = 'SELECT count(*) FROM bank_row'

describe('a bank statement', () => {
  const sample = (name: string) => readFile(new URL(`./statements/${name}`, import.meta.url))

  it('is read before anything of it is kept, and its columns are known again once somebody has confirmed them', async () => {
    const admin = stage.tokens.admin('cashier')
    const file = await sample('hdfc.csv')
    const first = await desk.preview(admin, file)
    expect(first).toMatchObject({
      headerLine: 1,
      confirmed: null,
      missing: [],
      count: 7,
      faultCount: 0,
      from: '2026-11-21',
      to: '2026-11-22',
    })
    expect(first.rows[0]).toMatchObject({ day: '2026-11-21', utr: '409512345678', amount: 500, balance: 120_500 })
    expect(await stage.value(storedRows)).toBe(0)
    // The value date instead of the date, as this admin wants it.
    const chosen = { ...first.columns, date: 3 }
    const { statement } = bodyOf<Kept>(await desk.post(admin, file, chosen))
    expect(statement).toMatchObject({ fileName: 'statement.csv', rows: 7, fresh: 7, readBy: admin.username })
    expect(await desk.preview(stage.tokens.admin(), file)).toMatchObject({
      columns: chosen,
      confirmed: { by: admin.username },
    })
    expect(await audits(statement._id)).toBe(1)
  })

  it('is read without balances once a cashier says that no column has them, and the next file asks again', async () => {
    const admin = stage.tokens.admin('cashier')
    const row = (balance: string) => `${today()},UPI-ASHA RAO,${stage.reference()},,500.00,${balance}`
    const file = ['Date,Narration,UTR No,Debit,Credit,Running Balance', row('1500.00'), row('9000.00')].join('\n')
    const { columns: proposed, faultCount } = await desk.preview(admin, file)
    expect([proposed.balance, faultCount]).toEqual([5, 1])
    const unchosen = await desk.post(admin, file, { ...proposed, balance: null })
    expect(unchosen.body.message).toBe('Say which column is the balance.')
    const chosen = { ...proposed, balance: noColumn }
    expect(bodyOf<Kept>(await desk.post(admin, file, chosen)).statement).toMatchObject({ rows: 2, fresh: 2 })
    expect(await desk.preview(stage.tokens.admin(), file)).toMatchObject({
      columns: { ...chosen, balance: null },
      confirmed: null,
      missing: ['balance'],
    })
    // A file has a day, a text and an amount.
    expect((await desk.post(admin, file, { ...proposed, date: noColumn })).status).toBe(400)
  })

  it('keeps as much of the name of a file as has room, and no half of a letter', async () => {
    const form = formOf(fileOf(rowsOf([{ utr: stage.reference() }])), columns)
    form.set('fileName', `${'x'.repeat(199)}\u{1f600}.csv`)
    const { statement } = bodyOf<Kept>(
      await stage.post(postBankStatement.route.path, stage.tokens.admin('cashier'), form),
    )
    expect(statement.fileName).toBe(`${'x'.repeat(199)}\ufffd`)
  })

  it.each([
    [
      'a line that cannot be read',
      fileOf(['21/11/2026,UPI,1,x,,1']),
      'Line 2, Deposit: “x” is no amount. Choose another column, or leave the line out.',
    ],
    [
      'two',
      fileOf(['21/11/2026,UPI,1,x,,1', '32/11/2026,UPI,1,5,,1']),
      'Line 2, Deposit: “x” is no amount. Choose another column, or leave the line out. 2 lines have a fault.',
    ],
    ['no rows', fileOf([]), 'There are no rows below the header.'],
    [
      'a workbook',
      Buffer.from([0x50, 0x4b, 3, 4]),
      'This workbook cannot be read. If it is an archive, upload the file in it. Otherwise download the statement from the bank again.',
    ],
  ])('with %s is refused whole, in words that say where', async (_what, file, message) => {
    const before = await stage.value<number>(storedRows)
    const { status, body } = await desk.post(stage.tokens.admin(), file)
    expect([status, body.code, body.message]).toEqual([400, 'invalid_request', message])
    expect(await stage.value<number>(storedRows)).toBe(before)
  })

  it.each([
    ['no columns', undefined],
    ['columns that are none', { date: 'x' }],
    ['a column that is not there', { ...columns, balance: 40 }],
    ['a column with two meanings', { ...columns, balance: 0 }],
    ['columns without a day', { ...columns, date: null }],
  ])('with %s is refused', async (_what, chosen) => {
    const file = formOf(fileOf(rowsOf([{}])), chosen)
    const { status } = await stage.post(postBankStatement.route.path, stage.tokens.admin(), file)
    expect(status).toBe(400)
  })

  it('that is larger than is taken is refused', async () => {
    const { status, body } = await desk.post(stage.tokens.admin(), Buffer.alloc(bankStatementLimits.fileBytes + 1, 'x'))
    expect([status, body.code]).toEqual([413, 'payload_too_large'])
  })

  it('is sent by those who decide, and read by auditors, too', async () => {
    for (const role of ['support', 'auditor'] as const)
      expect((await desk.post(stage.tokens.admin(role), fileOf(rowsOf([{}])))).status).toBe(403)
    expect((await stage.call(listBankStatements, stage.tokens.admin('support'), {})).code).toBe('forbidden')
    const { out } = await stage.call(listBankStatements, stage.tokens.admin('auditor'), {})
    expect(out?.statements.length).toBeGreaterThan(0)
    const pairs = [{ rowId: stage.tokens.player().id, requestId: stage.tokens.player().id }]
    expect((await stage.call(approveBankMatches, stage.tokens.admin('auditor'), { match: 'exact', pairs })).code).toBe(
      'forbidden',
    )
  })
})

describe('rows that were there before', () => {
  it('the same file again by the same admin is the same statement', async () => {
    const admin = stage.tokens.admin()
    const file = fileOf(rowsOf([{ utr: stage.reference() }, { text: 'CASH', amount: '20.00' }]))
    const [first, second] = await Promise.all([desk.post(admin, file, columns, 0), desk.post(admin, file, columns, 1)])
    const kept = [bodyOf<Kept>(first), bodyOf<Kept>(second)]
    expect(kept[0]?.statement._id).toBe(kept[1]?.statement._id)
    expect(kept.map(({ isKnown }) => isKnown).sort()).toEqual([false, true])
  })

  it('one payment that is read with other columns, or stands twice in a file, is one row', async () => {
    const utr = stage.reference()
    const file = fileOf([`${today()},UPI-ASHA RAO,${utr},500.00,,700.00`])
    for (const [chosen, fresh] of [
      [columns, 1],
      [{ ...columns, balance: noColumn }, 0],
    ] as const)
      expect(bodyOf<Kept>(await desk.post(stage.tokens.admin(), file, chosen)).statement).toMatchObject({ fresh })
    expect(await desk.keep(rowsOf([{ utr }, { utr }]))).toMatchObject({ rows: 2, fresh: 0 })
    expect(await stage.value('SELECT count(*) FROM bank_row WHERE reference = $1', [utr])).toBe(1)
  })

  it('a file that overlaps adds what is new, and two payments that are equal in all are two', async () => {
    const equal = `${today()},CASH DEPOSIT,,100.00,,`
    const rows = [...rowsOf([{ utr: stage.reference() }]), equal, equal, ...rowsOf([{ utr: stage.reference() }])]
    expect(await desk.keep(rows.slice(0, 2))).toMatchObject({ rows: 2, fresh: 2 })
    expect(await desk.keep(rows)).toMatchObject({ rows: 4, fresh: 2 })
    expect(await desk.keep([...rows].reverse())).toMatchObject({ rows: 4, fresh: 0 })
  })

  it('any cuts of a statement, in any order, leave each of its rows once', async () => {
    const cut = fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 }))
    await fc.assert(
      fc.asyncProperty(fc.array(cut, { minLength: 1, maxLength: 4 }), fc.boolean(), async (cuts, hasTwins) => {
        const said = Array.from({ length: 12 }, () => (hasTwins ? { text: 'CASH' } : { utr: stage.reference() }))
        const rows = rowsOf(said)
        const before = await stage.value<number>(storedRows)
        for (const [one, other] of cuts) {
          const part = rows.slice(Math.min(one, other), Math.max(one, other))
          if (part.length > 0) await desk.keep(part)
        }
        const covered = rows.filter((_, at) =>
          cuts.some(([one, other]) => at >= Math.min(one, other) && at < Math.max(one, other)),
        )
        expect((await stage.value<number>(storedRows)) - before).toBe(covered.length)
      }),
      { numRuns: 6 },
    )
  }, 60_000)
})

describe('a file of 2,000 rows beside the debits and deposits of some months', () => {
  const deposits = Array.from({ length: 6_000 }, (_, nth) => ({
    utr: String(400_000_000_000 + nth * 99_991),
    amount: `${100 + (nth % 900)}.00`,
  }))

  beforeAll(async () => {
    for (let from = 0; from < 100_000; from += 10_000)
      await stage.owner.query(`INSERT INTO bank_row (id, identity, day, text, amount_paise, kind, reference, numbers)
        SELECT uuidv7(), decode(md5('d' || n), 'hex'), current_date - n / 700, 'IMPS', -50000 - n % 1000 * 100, 'debit', (800000000000 + n)::text, ARRAY[(900000000000 + n)::text, (50200000000000 + n)::text] FROM generate_series(${from + 1}, ${from + 10_000}) AS n`)
    for (let from = 0; from < deposits.length; from += 1_000)
      await stage.owner.query(
        `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at, decided_at, decided_by, decided_by_name, booked_at)
         SELECT uuidv7(), 'deposit', 'approved', uuidv7(), 'p@example.in', amount::numeric * 100, 'UPI', utr, utr, 1, 0, now(), now(), uuidv7(), 'a', now()
         FROM json_to_recordset($1) AS asked (utr text, amount text)`,
        [JSON.stringify(deposits.slice(from, from + 1_000))],
      )
    await stage.owner.query(
      `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, account, created_at, held_at, held_balance_paise, held_balance_seq)
       SELECT uuidv7(), 'withdrawal', 'pending', uuidv7(), 'p@example.in', 50000 + n * 100, '{"name": "ASHA RAO", "accountNumber": "50100284481203", "ifsc": "HDFC0001234"}', now(), now(), 0, n FROM generate_series(1, 1000) AS n`,
    )
  }, 60_000)

  // PostgreSQL analyzes each table by itself, some time after it has grown.
  it.each([
    ['bank_statement_row', 0],
    ['request', 1_000],
    ['bank_row', 2_000],
  ])(
    'is kept and matched when %s has the newest statistics',
    async (table, from) => {
      await stage.owner.query(`ANALYZE ${table}`)
      const unknown = Array.from({ length: 900 }, () => ({ utr: stage.reference(), amount: '123.00' }))
      const debits = Array.from({ length: 100 }, (_, nth) => `${today()},IMPS,${stage.reference()},,${550 + nth}.00,`)
      const rows = [...rowsOf([...deposits.slice(from, from + 1_000), ...unknown]), ...debits]
      const { _id } = await desk.keep(rows)
      const { tallies } = await desk.read(_id, 'none')
      expect([tallies.used.count, tallies.none.count]).toEqual([1_000, 900])
      expect((await desk.read(keptCredits, 'none')).tallies.none.count).toBeGreaterThanOrEqual(900)
      const { out } = await stage.call(readPayoutMatches, stage.tokens.admin('auditor'), { id: _id, tab: 'none' })
      expect(out?.tallies.none.count).toBe(100)
      const overlapping = [...rows.slice(1_000), ...rowsOf([{ utr: stage.reference() }])]
      expect(await desk.keep(overlapping)).toMatchObject({ rows: 1_001, fresh: 1 })
    },
    60_000,
  )
})
