import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { exportDeposits, exportWithdrawals, sumDeposits } from '@kismet/contracts'
import type { WireInput } from '@kismet/contracts'
import { unzipSync } from 'fflate'
import { officeHeader } from '@kismet/service-kit/http-app'
import { BankDesk, pairsOf, rowsOf, today } from './bank-desk.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set()
}, 60_000)
afterAll(() => stage.strike())

const cashier = () => stage.tokens.admin('cashier')

describe('a list as a file', () => {
  const fetchFile = async (path: string, role: 'auditor' | 'support' | 'owner' = 'auditor') => {
    const response = await stage.fetch(path, stage.tokens.admin(role))
    return { response, text: await response.text() }
  }

  it('has the rows of its filters, no formulas, and stands in the audit log', async () => {
    const player = await rich(stage, 1_000_000, { accountNumber: '717171717171' })
    const id = await withdrawn(stage, player, 321.5)
    const { response, text } = await fetchFile(`${exportWithdrawals.route.path}?search=717171717171`)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="withdrawals-filtered.csv"')
    const rows = text.trim().split('\r\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]?.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/, 'TIME')).toContain(
      `${id},TIME,${player.email},321.50,Asha Rao,717171717171,HDFC0001234,9876543210,pending,`,
    )
    const detail = await stage.value<{ format: string; filters: string }>(
      `SELECT detail FROM audit WHERE action = 'withdrawal.export' ORDER BY sequence DESC LIMIT 1`,
    )
    expect(detail).toEqual({ format: 'csv', filters: '{"search":true}' })
  })

  it('has the account and the bank row of a deposit, its player, and a link to it in the back office', async () => {
    const [player, utr] = [stage.tokens.player(), stage.reference()]
    const id = await stage.seed(player, { utr })
    const without = await stage.seed(player)
    await stage.owner.query(
      `WITH account AS (INSERT INTO pay_to_account (id, place, is_on) VALUES (uuidv7(), 0, false) RETURNING id),
         shown AS (INSERT INTO pay_to_revision (id, account_id, terms, created_at)
           SELECT uuidv7(), id, '{"kind":"upi","name":"Kismet","address":"kismet@upi","ifsc":null,"qrVersion":null}', now() FROM account RETURNING id)
       UPDATE request SET pay_to_revision = (SELECT id FROM shown) WHERE id = $1`,
      [id],
    )
    const desk = new BankDesk(stage)
    const { _id } = await desk.keep(rowsOf([{ utr: stage.reference() }, { utr }]))
    await desk.approve(cashier(), pairsOf(await desk.read(_id)))
    const file = await stage.fetch(`${exportDeposits.route.path}?player=${player.id}`, stage.tokens.admin(), {
      headers: { [officeHeader]: 'https://office.example' },
    })
    const [head = '', ...rows] = (await file.text()).trim().split('\r\n')
    expect(head).toMatch(/,Request,Asked amount,Paid to,Bank row,Player id$/)
    const linkOf = (one: string) => `https://office.example/admin/deposit-requests?status=all&id=${one}`
    const paid = rows.find((row) => row.includes(id))
    expect(paid).toContain(`,${linkOf(id)},500.00,"kismet@upi, Kismet","${today()}, row `)
    expect(paid).toMatch(new RegExp(`, row \\d of statement.csv",${player.id}$`))
    expect(rows.find((row) => row.includes(without))).toContain(`,${linkOf(without)},500.00,,none,${player.id}`)
  })

  it('keeps a lone dash', async () => {
    const id = await stage.seed(stage.tokens.player())
    await stage.decide(cashier(), id, 'rejected', '-')
    expect((await fetchFile(`${exportDeposits.route.path}?search=${id}`)).text).toContain(',rejected,-,')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('makes a text of %j', async (reason) => {
    const player = stage.tokens.player()
    const id = await stage.seed(player)
    await stage.decide(cashier(), id, 'rejected', 'x')
    await stage.owner.query('UPDATE request SET admin_reason = $2 WHERE id = $1', [id, reason])
    const { text } = await fetchFile(`${exportDeposits.route.path}?search=${id}`)
    expect(text).toMatch(new RegExp(`,"?'${reason.replace(/[+()]/g, '\\$&')}"?,`))
  })

  it.each(['\n', '\r', '\r\n'])('keeps a text with %j in its row', async (lineEnd) => {
    const id = await stage.seed(stage.tokens.player())
    await stage.decide(cashier(), id, 'rejected', 'x')
    const reason = `late${lineEnd}=1+1`
    await stage.owner.query('UPDATE request SET admin_reason = $2 WHERE id = $1', [id, reason])
    expect((await fetchFile(`${exportDeposits.route.path}?search=${id}`)).text).toContain(`,"${reason}",`)
  })

  it('has its head where it has no rows, and is not for everybody', async () => {
    const { text } = await fetchFile(`${exportDeposits.route.path}?search=nobody-has-this`)
    expect(text.trim()).toMatch(/Id,Asked at \(IST\),Email,Amount,Method,UTR,Status/)
    expect((await fetchFile(exportDeposits.route.path, 'support')).response.status).toBe(403)
    expect((await fetchFile(`${exportDeposits.route.path}?status=gone`)).response.status).toBe(400)
  })

  it('has every request of its days once, more than 50,000 of them, by the day in India', async () => {
    const many = 60_000
    // The last one is asked for when the next day begins in India.
    for (let first = 0; first <= many; first += 5_000)
      await stage.owner.query(
        `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at)
         SELECT uuidv7(), 'deposit', 'pending', uuidv7(), 'many@example.in', 100, 'UPI', 'm' || n, 'm' || n, 1, 0,
           timestamptz '2020-02-28 18:30:00Z' + n * interval '86400 s' / $1 FROM generate_series($2::int, least($2 + 4999, $1::int)) AS n`,
        [many, first],
      )
    const { response, text } = await fetchFile(
      `${exportDeposits.route.path}?from=2020-02-29&to=2020-02-29&status=pending`,
    )
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="deposits-2020-02-29-pending.csv"')
    const rows = text.trim().split('\r\n').slice(1)
    expect(rows).toHaveLength(many)
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(many)
    expect(rows[0]).toContain(',2020-02-29 23:59:')
    expect(rows.at(-1)).toContain(',2020-02-29 00:00:00,')
  }, 60_000)

  it('is a spreadsheet with text cells of numbers that must stay whole, and no formulas', async () => {
    const player = await rich(stage, 1_000_000, { accountNumber: '001717171717' })
    await withdrawn(stage, player, 321.5)
    const path = `${exportWithdrawals.route.path}?search=001717171717&format=xlsx`
    const response = await stage.fetch(path, stage.tokens.admin('auditor'))
    expect(response.headers.get('content-type')).toBe(exportWithdrawals.output.file.xlsx)
    const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
    const sheet = new TextDecoder().decode(files['xl/worksheets/sheet1.xml'])
    expect(sheet).toContain('t="inlineStr"><is><t xml:space="preserve">001717171717</t>')
    expect(sheet).toContain('<c s="3"><v>321.5</v></c>')
    expect(sheet).not.toContain('<f>')
  })

  it('runs one at a time for an admin', async () => {
    const admin = cashier()
    const ask = () => stage.fetch(`${exportDeposits.route.path}?from=2020-02-29&to=2020-02-29`, admin)
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 429])
    for (const answer of answers) await answer.body?.cancel()
  })

  it('has the sum of the list, by day and by who decided', async () => {
    const admin = stage.tokens.admin('owner')
    const id = await stage.seed(stage.tokens.player())
    const mine = { decidedBy: 'me' } as const
    const sumOf = async (input: WireInput<typeof sumDeposits>) => (await stage.call(sumDeposits, admin, input)).out
    const before = await sumOf(mine)
    await stage.decide(admin, id, 'rejected', 'x')
    const after = await sumOf(mine)
    expect((after?.count ?? 0) - (before?.count ?? 0)).toBe(1)
    expect(await sumOf({ from: '2020-02-29', to: '2020-02-29' })).toEqual({
      count: 60_000,
      amount: 60_000,
    })
    expect(await sumOf({ from: '2020-03-01', to: '2020-03-01' })).toEqual({
      count: 1,
      amount: 1,
    })
  })
})
