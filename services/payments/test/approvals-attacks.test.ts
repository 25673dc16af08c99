import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals'
import { approveBankMatches, setApprovalSettings } from '@kismet/contracts'
import type { TestAdmin } from '@kismet/test-env/test-tokens'
import { BankDesk, bodyOf, columns, fileOf, pairsOf, rowsOf, today } from './bank-desk.ts'
import type { Kept } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'

/** How an admin or a player could be credited more than the bank received. With real money. */
let stage: PaymentsStage
let desk: BankDesk
beforeAll(async () => {
  stage = await PaymentsStage.setReal()
  desk = new BankDesk(stage)
}, 60_000)
afterAll(() => stage.strike())
afterEach(async () => {
  stage.standing.admins.clear()
  stage.standing.isSilent = false
  await stage.owner.query(`UPDATE settings SET approvals = '{}', second_above_paise = NULL`)
})

const cashier = () => stage.tokens.admin('cashier')
const balanceOf = ({ id }: { readonly id: string }) => stage.wallet.balances.get(id) ?? 0
const upload = async (admin: TestAdmin, rows: readonly string[], chosen: object = columns) =>
  bodyOf<Kept>(await desk.post(admin, fileOf(rows), chosen)).statement
async function approve(admin: TestAdmin, id: string): Promise<string> {
  const { out, code } = await stage.decide(admin, id, 'approved')
  return code ?? out.secondAdminReasons?.join() ?? 'approved'
}
const noColumn = { ...columns, reference: -1 }

it('an owner with new accounts approves no more by own uploads than one admin', async () => {
  const [owner, player] = [stage.tokens.admin('owner'), stage.tokens.player()]
  const puppets = [cashier(), cashier()]
  for (const { id } of puppets) stage.standing.admins.set(id, { madeBy: [owner.id] })
  const seeded = async (by: TestAdmin, count: number) => {
    const utrs = Array.from({ length: count }, () => stage.reference())
    const ids = await Promise.all(utrs.map((utr) => stage.seed(player, { utr, amountPaise: 500_000 })))
    await upload(by, rowsOf(utrs.map((utr) => ({ utr, amount: '5000.00' }))))
    return ids
  }
  const outcomes = []
  const [uploader = owner, other = owner] = puppets
  for (const id of await seeded(uploader, 6)) outcomes.push(await approve(owner, id))
  for (const id of await seeded(uploader, 3)) outcomes.push(await approve(uploader, id))
  for (const id of await seeded(other, 3)) outcomes.push(await approve(other, id))
  expect(outcomes.slice(0, 10).every((outcome) => outcome === 'approved')).toBe(true)
  expect(outcomes.slice(10)).toEqual(['own_statement', 'own_statement'])
  expect(balanceOf(player)).toBe(5_000_000)
}, 30_000)

it('an own limit counts while auth does not say that the uploader is another person', async () => {
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null, ownStatementDaily: 0 })
  const utr = stage.reference()
  const id = await stage.seed(stage.tokens.player(), { utr })
  await upload(cashier(), rowsOf([{ utr }]))
  stage.standing.isSilent = true
  expect(await approve(cashier(), id)).toBe('own_statement')
})

it('confirmed columns that contradict the names of a header are chosen for the next file again', async () => {
  const [thief, honest, utr] = [cashier(), cashier(), stage.reference()]
  const header = 'Txn Date,Narration,UTR No,Deposit Amt,Withdrawal Amt,Balance'
  const swapped = { ...columns, credit: 4, debit: -1, balance: -1 }
  bodyOf<Kept>(await desk.post(thief, `${header}\n${today()},UPI-X,${stage.reference()},,1.00,999.00`, swapped))
  const file = `${header}\n${today()},UPI-PAYOUT,${utr},,5000.00,45100.00`
  const seen = await desk.preview(honest, file)
  expect(seen).toMatchObject({ columns: { reference: 2, credit: null, debit: null }, missing: ['credit'], rows: [] })
  const said = `SELECT detail->>'columns' FROM audit WHERE action = 'bank-statement.read' ORDER BY sequence DESC LIMIT 1`
  expect(JSON.parse(await stage.value<string>(said))).toMatchObject(swapped)
})

it('a near pair pays only where the row resembles the request', async () => {
  const player = stage.tokens.player()
  const utr = '987654321098'
  await upload(cashier(), rowsOf([{ utr, amount: '5000.00', text: 'SALARY OF KABIR' }]))
  const rowId = await stage.value<string>('SELECT id FROM bank_row WHERE reference = $1', [utr])
  const requestId = await stage.seed(player, { utr: '111222333444', amountPaise: 500_000 })
  const { out } = await stage.call(approveBankMatches, cashier(), { match: 'near', pairs: [{ rowId, requestId }] })
  expect([out?.results[0]?.outcome, balanceOf(player)]).toEqual(['skipped', 0])
})

it('a row with several numbers that the bank sent back pays no request', async () => {
  const rows = [
    `${today()},UPI/612345670001/ASHA RAO/999888770001,,5000.00,,15000.00`,
    `${today()},UPI/DR/612345670001/ASHA RAO,,,5000.00,10000.00`,
  ]
  const { _id } = await upload(cashier(), rows, noColumn)
  const requestId = await stage.seed(stage.tokens.player(), { utr: '999888770001', amountPaise: 500_000 })
  expect((await desk.read(_id, 'near')).rows).toEqual([])
  const rowId = await stage.value<string>(`SELECT id FROM bank_row WHERE '999888770001' = ANY (numbers)`)
  expect(await desk.approve(cashier(), [{ rowId, requestId }], 'near')).toEqual(['skipped'])
})

it('a second approval hears that the bank has another amount under the reference', async () => {
  const [player, utr, near] = [stage.tokens.player(), '612340000001', '612340000002']
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: 100 })
  const id = await stage.seed(player, { utr })
  const { _id } = await upload(cashier(), rowsOf([{ utr: near }]))
  expect(await desk.approve(cashier(), pairsOf(await desk.read(_id, 'near')), 'near')).toEqual(['first'])
  await upload(cashier(), rowsOf([{ utr, amount: '1.00' }]))
  expect(await approve(cashier(), id)).toBe('bank_amount_differs')
})

it('a list of second approvals ends as skipped while auth does not answer', async () => {
  const player = stage.tokens.player()
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: 100 })
  const utrs = Array.from({ length: 9 }, () => stage.reference())
  const ids = await Promise.all(utrs.map((utr) => stage.seed(player, { utr })))
  const { _id } = await upload(cashier(), rowsOf(utrs.map((utr) => ({ utr }))))
  for (const id of ids) expect(await approve(cashier(), id)).toBe('amount')
  const pairs = pairsOf(await desk.read(_id)).filter(({ requestId }) => ids.includes(requestId))
  stage.standing.isSilent = true
  const { asked } = stage.standing
  expect(await desk.approve(cashier(), pairs)).toEqual(ids.map(() => 'skipped'))
  expect(stage.standing.asked - asked).toBeLessThan(pairs.length)
})

it('the same file by a second admin makes its rows known to two admins', async () => {
  const [own, utr] = [cashier(), stage.reference()]
  await stage.call(setApprovalSettings, stage.tokens.admin(), { secondApprovalAbove: null, ownStatementDaily: 0 })
  const id = await stage.seed(stage.tokens.player(), { utr })
  const rows = rowsOf([{ utr }])
  await upload(own, rows)
  await upload(cashier(), rows)
  expect(await approve(own, id)).toBe('approved')
})

it('a forged file is noted by the next true file of its days, and common rows without balances prove no join', async () => {
  await stage.owner.query('TRUNCATE bank_statement CASCADE')
  const line = (amount: number, balance: string, utr = stage.reference()) =>
    `${today()},UPI-ASHA,${utr},${amount}.00,,${balance}`
  const [a, b, c] = [line(100, '1100.00'), line(100, '1200.00'), line(100, '1300.00')]
  const bare = [a, b].map((row) => row.replace(/[^,]*$/, ''))
  const joins = []
  for (const rows of [[a, b], bare, [b, line(5_000, '6200.00')], [a, b, c], [a, b, c, line(1, '1301.00')]])
    joins.push((await upload(cashier(), rows)).join?.how)
  expect(joins).toEqual(['first', 'unknown', 'differs', 'differs', 'differs'])
})

it('one payment in two files is one row, and pays one request', async () => {
  const player = stage.tokens.player()
  const line = (utr: string, name: string, note: string, amount: string, balance: string) =>
    `${today()},UPI/${utr}/${name}/${note},,${amount},,${balance}`
  const mine = line('612345678901', 'ASHA RAO', '999888777666', '5000.00', '15000.00')
  const first = await upload(cashier(), [mine], noColumn)
  await stage.seed(player, { utr: '999888777666', amountPaise: 500_000 })
  expect(await desk.approve(cashier(), pairsOf(await desk.read(first._id, 'near')), 'near')).toEqual(['approved'])
  const more = [1, 2, 3].map((n) => line(`60000000001${n}`, 'KABIR', 'paid', '100.00', `${15_000 + n * 100}.00`))
  const two = await stage.seed(player, { utr: '612345678901', amountPaise: 500_000 })
  const later = await upload(cashier(), [mine, ...more], noColumn)
  expect(later).toMatchObject({ rows: 4, fresh: 3 })
  await approve(cashier(), two)
  expect(balanceOf(player)).toBe(500_000)
})

it('a payment whose number another payment has too is one row in a file of another length', async () => {
  const line = (name: string, balance: string) =>
    `${today()},UPI/CR/097732162091/${name}/999888777001,,700.00,,${balance}`
  const rows = [line('ASHA', '1700.00'), line('RAVI', '2400.00')]
  expect(await upload(cashier(), rows.slice(0, 1), noColumn)).toMatchObject({ fresh: 1 })
  expect(await upload(cashier(), rows, noColumn)).toMatchObject({ rows: 2, fresh: 1 })
  expect(await upload(cashier(), [...rows, line('MEERA', '3100.00')], noColumn)).toMatchObject({ rows: 3, fresh: 1 })
})
