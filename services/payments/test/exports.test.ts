import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { exportDeposits, exportWithdrawals } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
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
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="withdrawals-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const rows = text.trim().split('\r\n')
    expect(rows).toHaveLength(2)
    expect(rows[1]).toContain(
      `${id},${player.email},321.50,Asha Rao,"=""717171717171""",HDFC0001234,"=""9876543210""",pending,`,
    )
    const detail = await stage.value<{ rows: number; filters: string }>(
      `SELECT detail FROM audit WHERE action = 'withdrawal.export' ORDER BY sequence DESC LIMIT 1`,
    )
    expect(detail).toEqual({ rows: 1, filters: '{"search":"717171717171"}' })
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

  it('of nothing has its head; of more than may be it is refused; and it is not for everybody', async () => {
    const { text } = await fetchFile(`${exportDeposits.route.path}?search=nobody-has-this`)
    expect(text.trim()).toMatch(/id,email,amount,method,utr,status/)
    expect((await fetchFile(exportDeposits.route.path, 'support')).response.status).toBe(403)
    expect((await fetchFile(`${exportDeposits.route.path}?status=gone`)).response.status).toBe(400)
    const [batch, batches] = [5_001, 10]
    for (let first = 0; first < batch * batches; first += batch)
      await stage.owner.query(
        `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at)
         SELECT uuidv7(), 'deposit', 'pending', uuidv7(), 'many@example.in', 100, 'UPI', 'm' || n, 'm' || n, 1, 0, date_trunc('milliseconds', now()) FROM generate_series($1::int, $2::int) AS n`,
        [first, first + batch - 1],
      )
    const refused = await fetchFile(`${exportDeposits.route.path}?search=many@example.in`)
    expect(refused.response.status).toBe(422)
    expect(JSON.parse(refused.text)).toMatchObject({ code: 'export_too_large', params: { max: 50_000 } })
    await stage.owner.query(
      `UPDATE request SET player_email = 'one@example.in' WHERE utr_normalised IN (SELECT 'm' || n FROM generate_series(0, 9) AS n)`,
    )
    const whole = await fetchFile(`${exportDeposits.route.path}?search=many@example.in`)
    expect(whole.text.trim().split('\r\n')).toHaveLength(50_001)
    await eventually(
      'it is in the log',
      async () => (await stage.value(`SELECT count(*) FROM audit WHERE action = 'deposit.export'`)) !== 0,
    )
  }, 90_000)
})
