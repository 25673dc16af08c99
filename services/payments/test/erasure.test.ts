import { afterAll, beforeAll, expect, it } from '@jest/globals'
import {
  adminListWithdrawals,
  approveWithdrawal,
  askBetterProof,
  createPayoutFile,
  erasePlayer,
} from '@kismet/contracts'
import { systemClock } from '@kismet/service-kit/clock'
import { TestClock } from '@kismet/test-env/test-clock'
import { findRisks } from '../src/db/hints.ts'
import { erasePayees, erasePayers } from '../src/work/erase.ts'
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
  const note = `${player.email} is cut off`
  await stage.call(askBetterProof, stage.tokens.admin('cashier'), { id: body.deposit._id, reason: 'see_note', note })
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
  const proofs = 'SELECT note FROM better_proof WHERE deposit_id = $1'
  expect(await stage.value(proofs, [body.deposit._id])).toBe('erased')
  const asked = `SELECT detail::text FROM audit WHERE action = 'deposit.ask-proof' AND target = $1`
  expect(await stage.value(asked, [body.deposit._id])).not.toContain(player.email)
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
  await stage.owner.query('ALTER TABLE bank_row DISABLE TRIGGER only_erased')
  await stage.owner.query(
    `UPDATE bank_row SET text = '', numbers = '{9876543210}' WHERE id = (SELECT id FROM bank_row WHERE reference IS NULL LIMIT 1)`,
  )
  await stage.owner.query('ALTER TABLE bank_row ENABLE TRIGGER only_erased')
  const named = () => stage.value(`SELECT count(*) FROM bank_row WHERE text <> '' OR numbers <> '{}'`)
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

it('payment files lose names and accounts 30 days after they were made, unless a line is still being paid', async () => {
  const make = async () => {
    const id = await withdrawn(stage, await rich(stage, 100_000), 500)
    const admin = stage.tokens.admin('cashier')
    const { out } = await stage.call(createPayoutFile, admin, { ids: [id], format: 'generic' }, id)
    return { id, admin, fileId: out?.file._id }
  }
  const [ended, open] = [await make(), await make()]
  await stage.call(approveWithdrawal, ended.admin, { id: ended.id })
  const content = (fileId: string | undefined) =>
    stage.value<string>('SELECT content FROM payout_file WHERE id = $1', [fileId])
  clock.advance(29 * 24 * 3_600_000)
  await erasePayees(stage.context)
  expect(await content(ended.fileId)).toContain(rightAccount.accountNumber)
  clock.advance(2 * 24 * 3_600_000)
  await erasePayees(stage.context)
  expect([await content(ended.fileId), await content(open.fileId)]).toEqual([
    '',
    expect.stringContaining(rightAccount.accountNumber),
  ])
  const details = await stage.owner.query(`SELECT detail FROM audit WHERE target = 'payout-files'`)
  expect(details.rows).toEqual([{ detail: { rows: 1 } }])
  const audits = await stage.value<string>(
    `SELECT string_agg(detail::text, '') FROM audit WHERE action LIKE 'withdrawal.%'`,
  )
  expect(audits).toContain('6789')
  expect(audits).not.toContain(rightAccount.accountNumber)
})

it('an erased account is no hint about another erased account', async () => {
  const players = [await rich(stage, 100_000), await rich(stage, 100_000, { accountNumber: '60200987654321' })]
  const ids: string[] = []
  for (const player of players) {
    const id = await withdrawn(stage, player, 500)
    ids.push(id)
    await stage.call(approveWithdrawal, stage.tokens.admin('cashier'), { id })
    await stage.callAsAuth(erasePlayer, { playerId: player.id })
  }
  expect([...(await findRisks(stage.owner, 'withdrawal', ids)).values()]).toEqual([[], []])
})

it.each([
  {
    what: 'the account of a withdrawal',
    sql: `UPDATE request SET account = account || '{"accountNumber": "666666666"}'`,
  },
  { what: 'the e-mail of a request', sql: `UPDATE request SET player_email = 'thief@example.in'` },
  { what: 'the note to a player', sql: `UPDATE better_proof SET note = 'thief'` },
  { what: 'a payment file', sql: `UPDATE payout_file SET content = 'thief'` },
  { what: 'the text of a bank row', sql: `UPDATE bank_row SET text = 'UPI-THIEF'` },
])('the database refuses to change $what to anything else', async ({ sql }) => {
  await expect(stage.context.db.query(sql)).rejects.toThrow(/erased/)
})
