import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { exportHandover, getHandover, readWaiting } from '@kismet/contracts'
import { PaymentsStage } from './payments-stage.ts'

let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set()
}, 60_000)
afterAll(() => stage.strike())

/** A decided deposit of `rupees`, which waited for some seconds until 10:00 in India of 28 November. */
async function decided(by: string, status: 'approved' | 'rejected', rupees: number, waitedS: number): Promise<void> {
  await stage.owner.query(
    `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes,
       created_at, decided_at, decided_by, decided_by_name)
     SELECT uuidv7(), 'deposit', $2, uuidv7(), 'a@example.in', $3, 'UPI', ref, ref, 1, 0, at - $4 * interval '1 s', at, uuidv7(), $1
     FROM (SELECT timestamptz '2025-11-28 04:30:00Z' AS at, $5::text AS ref) AS values`,
    [by, status, rupees * 100, waitedS, stage.reference()],
  )
}

const shift = { from: '2025-11-28T04:00:00.000Z', to: '2025-11-28T12:00:00.000Z' }

describe('the handover of a shift', () => {
  beforeAll(async () => {
    await decided('asha', 'approved', 500, 60)
    await decided('vikram', 'rejected', 300, 600)
  })

  it('has the decisions of each admin with the times that requests waited', async () => {
    const { out } = await stage.call(getHandover, stage.tokens.admin('cashier'), shift)
    const row = { kind: 'deposit', method: 'UPI' }
    expect(out?.rows).toEqual([
      {
        ...row,
        by: 'asha',
        approved: 1,
        approvedAmount: 500,
        rejected: 0,
        rejectedAmount: 0,
        firstApprovals: 0,
        medianMs: 60_000,
        longestMs: 60_000,
      },
      {
        ...row,
        by: 'vikram',
        approved: 0,
        approvedAmount: 0,
        rejected: 1,
        rejectedAmount: 300,
        firstApprovals: 0,
        medianMs: 600_000,
        longestMs: 600_000,
      },
    ])
    expect(out?.pending).toEqual({ deposits: 0, withdrawals: 0 })
  })

  it('counts the first of two approvals, also of an admin who decided nothing', async () => {
    await stage.owner.query(
      `UPDATE request SET first_approved_at = '2025-11-27 05:00:00Z', first_approved_by = uuidv7(), first_approved_by_name = 'meera'
       WHERE decided_by_name = 'asha'`,
    )
    const before = { from: '2025-11-27T04:00:00.000Z', to: '2025-11-27T12:00:00.000Z' }
    const { out } = await stage.call(getHandover, stage.tokens.admin('cashier'), before)
    expect(out?.rows).toMatchObject([
      { by: 'meera', approved: 0, approvedAmount: 0, firstApprovals: 1, medianMs: 0, longestMs: 0 },
    ])
  })

  it.each([
    ['2025-11-28T04:30:00.000Z', '2025-11-28T04:30:00.001Z', 2],
    ['2025-11-28T04:00:00.000Z', '2025-11-28T04:30:00.000Z', 0],
    ['2025-11-28T04:30:00.001Z', '2025-11-28T12:00:00.000Z', 0],
  ])('from %s to %s has %s admins', async (from, to, admins) => {
    const { out } = await stage.call(getHandover, stage.tokens.admin('owner'), { from, to })
    expect(out?.rows).toHaveLength(admins)
  })

  it('is a file for those who decide, and for nobody else', async () => {
    const path = `${exportHandover.route.path}?${new URLSearchParams(shift).toString()}`
    const response = await stage.fetch(path, stage.tokens.admin('auditor'))
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="handover-2025-11-28-09-30-to-2025-11-28-17-30.csv"',
    )
    const lines = (await response.text()).split('\r\n')
    expect(lines[1]).toBe('asha,deposit,UPI,1,500.00,0,0.00,0,60,60,2025-11-28 09:30:00,2025-11-28 17:30:00')
    expect((await stage.fetch(path, stage.tokens.admin('support'))).status).toBe(403)
  })
})

it('analytics gets the requests that wait, and the oldest', async () => {
  const ask = () => stage.callAs('analytics', readWaiting, {})
  expect(await ask()).toEqual({ count: 0, sumPaise: 0, oldest: null })
  await stage.owner.query(
    `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at)
     SELECT uuidv7(), 'deposit', 'pending', uuidv7(), 'a@example.in', 50000, 'UPI', ref, ref, 1, 0, at
     FROM (VALUES ($1::text, timestamptz '2025-11-28 05:00:00Z'), ($2, '2025-11-28 04:00:00Z')) AS made (ref, at)`,
    [stage.reference(), stage.reference()],
  )
  expect(await ask()).toMatchObject({
    ...{ count: 2, sumPaise: 100_000 },
    oldest: { kind: 'deposit', email: 'a@example.in', amountPaise: 50_000, at: '2025-11-28T04:00:00.000Z' },
  })
})
