import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { adminListWithdrawals, approveWithdrawal, erasePlayer } from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { TestClock } from '@kismet/test-env/test-clock'
import { erasePayers } from '../src/work/erase.ts'
import { BankDesk, fileOf, rowsOf } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, rightAccount, withdrawn } from './withdrawing.ts'

const clock = new TestClock(systemClock.now())
let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set(clock)
}, 60_000)
afterAll(() => stage.strike())

it('the requests of an erased player keep amounts and decisions, and lose e-mail, name, account and mobile', async () => {
  const player = await rich(stage, 100_000)
  const other = await rich(stage, 100_000)
  const id = await withdrawn(stage, player, 500)
  const othersId = await withdrawn(stage, other, 500)
  await stage.call(approveWithdrawal, stage.tokens.admin('cashier'), { id })
  const { body } = await stage.deposit(player)
  await stage.decide(stage.tokens.admin('cashier'), body.deposit._id, 'approved')
  await stage.callAsAuth(erasePlayer, { playerId: player.id })
  await stage.callAsAuth(erasePlayer, { playerId: player.id })
  const text = await stage.value<string>(
    `SELECT string_agg(row_to_json(request)::text, '') FROM request WHERE player_id = $1`,
    [player.id],
  )
  const { name, accountNumber, mobile } = rightAccount
  for (const word of [player.email, name, accountNumber, mobile])
    expect(text.toLowerCase()).not.toContain(word.toLowerCase())
  expect(await stage.value('SELECT count(*) FROM bank_account WHERE player_id = $1', [player.id])).toBe(0)
  const admin = stage.tokens.admin()
  const listed = (await stage.call(adminListWithdrawals, admin, { player: player.id })).out?.withdrawals
  expect(listed).toMatchObject([{ _id: id, amount: 500, status: 'approved', account: { name: 'erased' } }])
  expect((await stage.call(adminListWithdrawals, admin, { search: player.email })).out?.withdrawals).toEqual([])
  const [kept] = (await stage.call(adminListWithdrawals, admin, { player: other.id })).out?.withdrawals ?? []
  expect(kept).toMatchObject({ _id: othersId, user: { email: other.email }, account: { name } })
  const details = await stage.owner.query(`SELECT detail FROM audit WHERE action = 'personal-data.erase'`)
  expect(details.rows).toEqual([{ detail: { requests: 2, accounts: 1 } }])
})

it('bank rows lose their payers after two years, a batch at a time, and keep day, amount and reference', async () => {
  const reference = stage.reference()
  const rows = [
    ...rowsOf([{ utr: reference, text: 'UPI-VIKRAM SHAH-9876543210' }]),
    ...rowsOf(Array.from({ length: 600 }, () => ({}))),
  ]
  const { status } = await new BankDesk(stage).post(stage.tokens.admin(), fileOf(rows))
  expect(status).toBe(200)
  const named = () => stage.value(`SELECT count(*) FROM bank_row WHERE text <> ''`)
  clock.advance(729 * 24 * 3_600_000)
  await erasePayers(stage.context)
  expect(await named()).toBe(601)
  clock.advance(2 * 24 * 3_600_000)
  await erasePayers(stage.context)
  expect(await named()).toBe(0)
  const { rows: kept } = await stage.owner.query(
    'SELECT text, numbers, amount_paise FROM bank_row WHERE reference = $1',
    [reference],
  )
  expect(kept).toEqual([{ text: '', numbers: [], amount_paise: 50_000 }])
  const counts = await stage.owner.query(`SELECT detail FROM audit WHERE target = 'bank-rows' ORDER BY sequence`)
  expect(counts.rows).toEqual([{ detail: { rows: 500 } }, { detail: { rows: 101 } }])
})

it.each([
  {
    what: 'the account of a withdrawal',
    sql: `UPDATE request SET account = account || '{"accountNumber": "666666666"}'`,
  },
  { what: 'the e-mail of a request', sql: `UPDATE request SET player_email = 'thief@example.in'` },
  { what: 'the text of a bank row', sql: `UPDATE bank_row SET text = 'UPI-THIEF'` },
])('the database refuses to change $what to anything else', async ({ sql }) => {
  await expect(stage.context.db.query(sql)).rejects.toThrow(/erased/)
})
