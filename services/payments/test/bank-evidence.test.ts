import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { keptCredits, refuseBankMatch, requestHints, setApprovalSettings } from '@kismet/contracts'
import { createLogger } from '@kismet/service-kit/logger'
import { saidAgainst } from '../src/work/pay-once.ts'
import { BankDesk, pairsOf, rowsOf, today } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.set()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())

const approve = async (id: string): Promise<string> =>
  (await stage.decide(stage.tokens.admin(), id, 'approved')).code ?? 'approved'
const hintsOf = async (id: string) =>
  (await stage.call(requestHints, stage.tokens.admin(), { id })).out?.hints.map(({ hint }) => hint)
const credit = (text: string): string => rowsOf([{ text }]).join('')
const sentBack = (utr: string): string => `${today()},UPI-REV-${utr},,,500.00,`
const dayMs = 24 * 60 * 60_000
const near = async (id: string) =>
  (await desk.read(id, 'near')).rows.map(({ near: kind, request }) => [kind, request?._id])

describe('a payment that was sent back', () => {
  it('pays nobody by itself where another payment has its reference in the note: a person says which one', async () => {
    const [first, second] = [stage.reference(), stage.reference()]
    const returned = await stage.seed(stage.tokens.player(), { utr: first })
    const { _id } = await desk.keep([credit(`UPI/CR/${first}/ASHA RAO`), sentBack(first)])
    await desk.keep([credit(`UPI/ASHA RAO/${second}/${first}`)])
    expect((await desk.read(_id)).rows).toEqual([])
    expect(await near(_id)).toEqual([['returned', returned]])
    expect(await approve(returned)).toBe('bank_row_near')
  })

  it('holds up each request that its row names, not the first alone', async () => {
    const [utr, ...notes] = [stage.reference(), stage.reference(), stage.reference()]
    const ids = []
    for (const note of notes) ids.push(await stage.seed(stage.tokens.player(), { utr: note }))
    await desk.keep([credit(`UPI/ASHA RAO/${utr}/${notes.join('/')}`), sentBack(utr)])
    for (const id of ids) expect(await approve(id)).toBe('bank_row_near')
  })

  it('is no exact match by its reference in another payment of a later day, and its return counts once', async () => {
    const utr = stage.reference()
    const id = await stage.seed(stage.tokens.player(), { utr })
    const on = (daysAgo: number, row: string) =>
      row.replace(today(), new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10))
    await desk.keep([on(3, credit(`UPI/CR/${utr}/ASHA RAO`)), on(2, sentBack(utr))])
    expect(await approve(id)).toBe('bank_row_returned')
    const { _id } = await desk.keep([credit(`UPI/ASHA RAO/${utr}`)])
    expect(await near(_id)).toEqual([['returned', id]])
    // Read a second time, with other columns, it looks like another return of it.
    await desk.keep([`${on(2, sentBack(utr))}3.00`])
    const read = await desk.read(_id, 'near')
    expect(await desk.approve(stage.tokens.admin(), pairsOf(read), 'returned')).toEqual(['approved'])
  })

  it('is not approved by a second admin who knows nothing of that, where the first one has seen a number too many', async () => {
    const [utr, note] = [stage.reference(), stage.reference()]
    const id = await stage.seed(stage.tokens.player(), { utr: note, amountPaise: 930_000 })
    const rows = rowsOf([{ text: `UPI/ASHA RAO/${utr}/${note}`, amount: '9300.00' }])
    const pairs = pairsOf(await desk.read((await desk.keep(rows))._id, 'near'))
    await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: 5_000 })
    expect(await desk.approve(stage.tokens.admin(), pairs, 'near')).toEqual(['first'])
    await desk.keep([`${today()},UPI-REV-${utr},,,9300.00,`])
    expect(await approve(id)).toBe('bank_row_near')
    await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null })
  })

  it('of which the bank tells the return alone, as it has cut the reference of what came, is credited nowhere', async () => {
    const utr = `SBIN2263266044${stage.reference().slice(-4)}`
    const id = await stage.seed(stage.tokens.player(), { utr })
    await desk.keep([credit(`NEFT ${utr.slice(0, 14)}`), sentBack(utr)])
    expect(await approve(id)).toBe('bank_row_returned')
  })

  it('is asked for by another number of its row in vain, until a person has looked', async () => {
    const [utr, note] = [stage.reference(), stage.reference()]
    const id = await stage.seed(stage.tokens.player(), { utr: note })
    const { _id } = await desk.keep([credit(`UPI/ASHA RAO/${utr}/${note}`), sentBack(utr)])
    expect(await near(_id)).toEqual([['returned', id]])
    expect(await approve(id)).toBe('bank_row_near')
  })

  it('is not the payment of a reference of which the bank has a beginning, and sent that back', async () => {
    const utr = `SBIN2263266044${stage.reference().slice(-4)}`
    const cut = utr.slice(0, 16)
    await stage.seed(stage.tokens.player(), { utr })
    const { _id } = await desk.keep([credit(`NEFT ${cut} KISMET ${stage.reference()}`), sentBack(cut)])
    expect(await near(_id)).toEqual([])
  })
})

it('a row that names two requests pays one of them at the desk of deposits, too, unless a person says that it is not the other one', async () => {
  const [one, other] = [stage.reference(), stage.reference()]
  const player = stage.tokens.player()
  const ids = [await stage.seed(player, { utr: one }), await stage.seed(stage.tokens.player(), { utr: other })] as const
  const { _id } = await desk.keep([credit(`UPI/ASHA RAO/${one}/${other}`)])
  expect((await Promise.all(ids.map(approve))).toSorted()).toEqual(['approved', 'bank_row_used'])
  const isFirst = (await stage.value('SELECT status FROM deposit WHERE id = $1', [ids[0]])) === 'approved'
  const [paid, waits] = isFirst ? ids : [ids[1], ids[0]]
  expect(await stage.decide(stage.tokens.admin(), waits, 'approved')).toMatchObject({ params: { requestId: paid } })
  expect(await hintsOf(waits)).toEqual(['bank_row_used'])
  const used = await desk.read(_id, 'near')
  expect(used.rows).toMatchObject([{ near: 'used', request: { _id: waits } }])
  const [pair] = pairsOf(used)
  if (pair === undefined) throw new Error('No pair is near')
  expect(await desk.approve(stage.tokens.admin(), [pair], 'near')).toEqual(['skipped'])
  expect((await stage.call(refuseBankMatch, stage.tokens.admin(), pair)).code).toBeUndefined()
  expect(await approve(waits)).toBe('approved')
})

it('a row that was read a second time with one number more pays nobody by that one, without a look', async () => {
  const [utr, note] = [stage.reference(), stage.reference()]
  const paid = await stage.seed(stage.tokens.player(), { utr })
  const { _id } = await desk.keep([credit(`UPI/CR/${utr}/ASHA RAO`)])
  const exact = pairsOf(await desk.read(_id))
  expect(exact).toMatchObject([{ requestId: paid }])
  expect(await desk.approve(stage.tokens.admin(), exact)).toEqual(['approved'])
  const id = await stage.seed(stage.tokens.player(), { utr: note })
  const again = await desk.keep([credit(`UPI/ASHA RAO/${utr}/${note}`)])
  expect(await approve(id)).toBe('bank_row_near')
  expect(await near(again._id)).toEqual([['several', id]])
})

describe('what somebody has written into the database makes no approval possible', () => {
  const write = (sql: string, values: unknown[]) => stage.context.db.query(sql, values)
  const say = (depositId: string, statementId: string) =>
    write(
      'INSERT INTO bank_pair_refused (bank_row_id, deposit_id, refused_at) SELECT bank_row_id, $1, now() FROM bank_statement_row WHERE statement_id = $2',
      [depositId, statementId],
    )

  it.each<[string, (utr: string, statementId: string) => Promise<unknown>]>([
    [
      'one link more in the statement of its row',
      (_utr, id) =>
        write(
          'INSERT INTO bank_statement_row (statement_id, row_number, bank_row_id) SELECT $1, 3, bank_row_id FROM bank_statement_row WHERE statement_id = $1 LIMIT 1',
          [id],
        ),
    ],
    [
      'its reference and amount as those of other rows, which come first',
      async (utr) => {
        const cash = await desk.keep(rowsOf(Array.from({ length: 12 }, () => ({ text: 'CASH', amount: '77.00' }))))
        await write(
          'INSERT INTO bank_reference (utr, amount_paise, bank_row_id) SELECT $1, 50000, bank_row_id FROM bank_statement_row WHERE statement_id = $2',
          [utr, cash._id],
        )
      },
    ],
  ])('of money that was sent back: %s', async (_what, change) => {
    const utr = stage.reference()
    const id = await stage.seed(stage.tokens.player(), { utr })
    const { _id } = await desk.keep([...rowsOf([{ utr }]), sentBack(utr)])
    await change(utr, _id)
    expect(await hintsOf(id)).toEqual(['bank_row_returned'])
    expect(await approve(id)).toBe('bank_row_returned')
  })

  it('as the word of a person that its row is another payment: an approval ends, and nothing is credited', async () => {
    const [utr, player] = [stage.reference(), stage.tokens.player()]
    const id = await stage.seed(player, { utr, amountPaise: 1_000_000 })
    const { _id } = await desk.keep(rowsOf([{ utr, amount: '100.50' }]))
    await say(id, _id)
    expect(await approve(id)).toBe('internal')
    // A person who says so, too, mends that; however the request is written.
    const pair = pairsOf(await desk.read(keptCredits, 'near')).find(({ requestId }) => requestId === id)
    expect(pair).toBeUndefined()
    const rowId = await stage.value<string>('SELECT bank_row_id FROM bank_pair_refused WHERE deposit_id = $1', [id])
    for (const requestId of [id.toUpperCase(), id])
      expect((await stage.call(refuseBankMatch, stage.tokens.admin(), { rowId, requestId })).code).toBeUndefined()
    expect(
      await stage.value(`SELECT count(*) FROM audit WHERE target = $1 AND action = 'bank-match.refuse'`, [rowId]),
    ).toBe(1)
    expect(stage.wallet.balances.get(player.id)).toBeUndefined()
    expect(await approve(id)).toBe('approved')
  })

  it('and says whom to tell where a row stands against a request that no statement has', async () => {
    const utr = stage.reference()
    const id = await stage.seed(stage.tokens.player(), { utr })
    const { rows } = await stage.context.db.query<{ id: string }>(
      `INSERT INTO bank_row (id, identity, day, text, amount_paise, kind, utrs, parts)
       VALUES (gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), $1, 'UPI', 700, 'credit', ARRAY[$2], '{}') RETURNING id`,
      [today(), utr],
    )
    await write('INSERT INTO bank_reference (utr, amount_paise, bank_row_id) VALUES ($1, 700, $2)', [utr, rows[0]?.id])
    const errors: string[] = []
    const log = createLogger('test', 'error', { write: (line) => void errors.push(line) })
    expect(await saidAgainst({ ...stage.context, log }, stage.context.db, id)).toMatchObject({ isRead: false })
    expect(errors).toEqual([expect.stringContaining('"bank-row.not-read"')])
    expect(await stage.decide(stage.tokens.admin(), id, 'approved')).toMatchObject({
      code: 'bank_amount_differs',
      message: expect.stringContaining('Tell the operator'),
    })
  })
})
