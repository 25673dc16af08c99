import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { auditFault } from '@kismet/test-env/test-audit'
import { eventually } from '@kismet/test-env/eventually'
import { PaymentsStage } from './payments-stage.ts'

describe('deciding a deposit', () => {
  let stage: PaymentsStage
  beforeAll(async () => {
    stage = await PaymentsStage.set()
  })
  afterAll(() => stage.strike())

  const credited = (id: string) => stage.value<boolean>('SELECT booked_at IS NOT NULL FROM request WHERE id = $1', [id])
  const audits = (id: string) => stage.value<number>('SELECT count(*) FROM audit WHERE target = $1', [id])
  const newsOf = (id: string) => stage.signals.decided.filter((news) => news._id === id)

  it('approves: the credit is booked before the answer, and player and admins are told', async () => {
    const player = stage.tokens.player()
    const admin = stage.tokens.admin('cashier')
    const id = await stage.seed(player, { amountPaise: 123_456 })
    stage.wallet.balances.set(player.id, 1_000)
    const { out } = await stage.decide(admin, id, 'approved', '  Seen on the statement ')
    expect(out?.deposit).toMatchObject({
      _id: id,
      user: { _id: player.id, email: player.email, username: null },
      amount: 1_234.56,
      status: 'approved',
      adminReason: 'Seen on the statement',
      decidedBy: admin.username,
      decidedAt: expect.stringMatching(/Z$/),
      proof: `/api/admin/deposit-requests/${id}/proof`,
    })
    const booked = { playerId: player.id, amountPaise: 123_456, balancePaise: 124_456 }
    expect(stage.wallet.credits.get(id)).toMatchObject(booked)
    expect(await credited(id)).toBe(true)
    await eventually('the player is told', () => newsOf(id).length > 0)
    expect(newsOf(id)).toEqual([
      {
        to: player.id,
        _id: id,
        user: player.id,
        amount: 1_234.56,
        status: 'approved',
        adminReason: 'Seen on the statement',
        balance: 1_244.56,
        balanceSeq: stage.wallet.credits.get(id)?.balanceSeq,
      },
    ])
    expect(stage.signals.queue.at(-1)).toEqual({ deposits: 0, withdrawals: 0 })
  })

  it('rejects with a reason: nothing is booked, and the player is told with the balance as it is', async () => {
    const player = stage.tokens.player()
    const id = await stage.seed(player)
    stage.wallet.balances.set(player.id, 7_700)
    const { out } = await stage.decide(stage.tokens.admin(), id, 'rejected', 'No such payment')
    expect(out?.deposit).toMatchObject({ status: 'rejected', adminReason: 'No such payment' })
    expect(stage.wallet.credits.has(id)).toBe(false)
    await eventually('the player is told', () => newsOf(id).length > 0)
    expect(newsOf(id)).toMatchObject([
      { status: 'rejected', adminReason: 'No such payment', balance: 77, balanceSeq: stage.wallet.newestSeq },
    ])
  })

  it('rejects without a reason, also while the wallet is down', async () => {
    const id = await stage.seed(stage.tokens.player())
    await stage.wallet.stop()
    const { out } = await stage.decide(stage.tokens.admin(), id, 'rejected', ' ')
    await stage.wallet.start()
    expect(out?.deposit).toMatchObject({ status: 'rejected', adminReason: null })
  })

  it('writes an audit row with the decision', async () => {
    const player = stage.tokens.player()
    const admin = stage.tokens.admin()
    const id = await stage.seed(player)
    await stage.decide(admin, id, 'approved', 'ok\u0007ay')
    const { rows } = await stage.owner.query('SELECT * FROM audit WHERE target = $1', [id])
    expect(rows).toMatchObject([
      {
        admin_id: admin.id,
        admin_name: admin.username,
        action: 'deposit.approve',
        request_id: 'test',
        detail: { playerId: player.id, amountPaise: 50_000, method: 'UPI', reason: 'ok ay' },
      },
    ])
  })

  it('decides once: 50 approvals at a time book one credit and write one audit row', async () => {
    const player = stage.tokens.player()
    const id = await stage.seed(player)
    const admins = Array.from({ length: 50 }, () => stage.tokens.admin('cashier'))
    const answers = await Promise.all(admins.map((admin) => stage.decide(admin, id, 'approved')))
    expect(answers.filter(({ out }) => out?.deposit.status === 'approved')).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 'already_decided')).toHaveLength(49)
    expect(stage.wallet.balances.get(player.id)).toBe(50_000)
    expect(await audits(id)).toBe(1)
  })

  it('lets one of an approval and a rejection win, and books what won', async () => {
    const player = stage.tokens.player()
    const ids = await Promise.all(Array.from({ length: 20 }, () => stage.seed(player)))
    const outcomes = await Promise.all(
      ids.map(async (id) => {
        const answers = await Promise.all([
          stage.decide(stage.tokens.admin(), id, 'approved'),
          stage.decide(stage.tokens.admin(), id, 'rejected'),
        ])
        const won = answers.flatMap(({ out }) => (out === undefined ? [] : [out.deposit.status]))
        expect(won).toHaveLength(1)
        expect(await stage.value('SELECT status FROM request WHERE id = $1', [id])).toBe(won[0])
        expect(await audits(id)).toBe(1)
        expect(stage.wallet.credits.has(id)).toBe(won[0] === 'approved')
        return won[0]
      }),
    )
    const approvedCount = outcomes.filter((status) => status === 'approved').length
    expect(stage.wallet.balances.get(player.id) ?? 0).toBe(approvedCount * 50_000)
    expect(await auditFault(stage.owner, 'payments')).toBeNull()
  })

  it('says who decided before', async () => {
    const admin = stage.tokens.admin()
    const id = await stage.seed(stage.tokens.player())
    await stage.decide(admin, id, 'rejected')
    await expect(stage.decide(stage.tokens.admin(), id, 'approved')).resolves.toEqual({
      code: 'already_decided',
      message: `This request has been rejected already by ${admin.username}.`,
    })
  })

  it.each([
    { what: 'an unknown id', id: '0190a000-0000-7000-8000-000000000009', status: 'approved', code: 'not_found' },
    { what: 'an id that is none', id: "1' OR true --", status: 'approved', code: 'not_found' },
    { what: 'another status', id: undefined, status: 'pending', code: 'invalid_request' },
  ] as const)('refuses $what', async ({ id, status, code }) => {
    const target = id ?? (await stage.seed(stage.tokens.player()))
    const answer = await stage.decide(stage.tokens.admin(), target, status as 'approved')
    expect(answer.code).toBe(code)
  })

  it.each([
    { who: 'support', caller: () => stage.tokens.admin('support'), code: 'forbidden' },
    { who: 'an auditor', caller: () => stage.tokens.admin('auditor'), code: 'forbidden' },
  ])('does not let $who decide', async ({ caller, code }) => {
    const id = await stage.seed(stage.tokens.player())
    expect((await stage.decide(caller(), id, 'approved')).code).toBe(code)
    expect(await stage.value('SELECT status FROM request WHERE id = $1', [id])).toBe('pending')
  })

  it('keeps an approval while the wallet is down, and books it once when it is back', async () => {
    const player = stage.tokens.player()
    const id = await stage.seed(player)
    await stage.wallet.stop()
    const answer = await stage.decide(stage.tokens.admin(), id, 'approved')
    expect(answer).toEqual({
      code: 'unavailable',
      message: 'The deposit is approved. Its credit could not be booked yet and follows by itself.',
    })
    expect(await stage.value('SELECT status FROM request WHERE id = $1', [id])).toBe('approved')
    expect((await stage.decide(stage.tokens.admin(), id, 'rejected')).code).toBe('already_decided')
    const metrics = await (await stage.fetch('/metrics', undefined)).text()
    expect(metrics).toMatch(/payments_unbooked\{what="deposit"\} 1/)
    await stage.wallet.start()
    await stage.makeDue([id])
    await eventually('the credit is booked', () => credited(id))
    expect(stage.wallet.balances.get(player.id)).toBe(50_000)
    expect(await audits(id)).toBe(1)
    await eventually('the player is told', () => newsOf(id).length > 0)
    expect(newsOf(id)).toMatchObject([{ status: 'approved', balance: 500 }])
  })

  it('books once when the answer of the wallet was lost, and tells the numbers of that booking', async () => {
    const player = stage.tokens.player()
    const id = await stage.seed(player)
    stage.wallet.mode = 'books-and-falls'
    expect((await stage.decide(stage.tokens.admin(), id, 'approved')).code).toBe('unavailable')
    const booked = stage.wallet.credits.get(id)
    stage.wallet.balances.set(player.id, 20_000)
    stage.wallet.newestSeq += 1
    stage.wallet.mode = 'answers'
    await stage.makeDue([id])
    await eventually('the credit is marked', () => credited(id))
    expect(stage.wallet.balances.get(player.id)).toBe(20_000)
    await eventually('the player is told', () => newsOf(id).length > 0)
    expect(newsOf(id)).toMatchObject([{ balance: 500, balanceSeq: booked?.balanceSeq }])
  })

  it('finishes what a service that fell after its decision has left', async () => {
    const player = stage.tokens.player()
    const ids = await Promise.all(Array.from({ length: 120 }, () => stage.seed(player)))
    stage.wallet.mode = 'falls'
    await Promise.all(ids.map((id) => stage.decide(stage.tokens.admin(), id, 'approved')))
    await stage.stopReplicas()
    await stage.makeDue(ids)
    stage.wallet.mode = 'answers'
    await stage.startReplicas()
    await eventually(
      'all credits are booked',
      async () => {
        const owed = await stage.value<number>(
          'SELECT count(*) FROM request WHERE id = ANY($1) AND booked_at IS NULL',
          [ids],
        )
        return owed === 0
      },
      60_000,
    )
    expect(stage.wallet.balances.get(player.id)).toBe(120 * 50_000)
  }, 120_000)

  it('credits once when its process is killed between the booking and its mark', async () => {
    const player = stage.tokens.player()
    const id = await stage.seed(player)
    await stage.stopReplicas()
    stage.wallet.mode = 'books-and-hangs'
    const child = await stage.startProcess()
    const answer = stage.decide(stage.tokens.admin(), id, 'approved')
    await eventually('the wallet has booked', () => stage.wallet.credits.has(id))
    child.kill('SIGKILL')
    stage.wallet.mode = 'answers'
    await stage.startReplicas()
    expect(await stage.value('SELECT status FROM request WHERE id = $1', [id])).toBe('approved')
    // The time for which the killed process had it in hand is over.
    await stage.makeDue([id])
    await eventually('the credit is marked', () => credited(id))
    expect(stage.wallet.balances.get(player.id)).toBe(50_000)
    expect(await audits(id)).toBe(1)
    expect((await answer).code).toBe('unavailable')
  })

  it('is held to it by the database itself', async () => {
    const id = await stage.seed(stage.tokens.player())
    await stage.decide(stage.tokens.admin(), id, 'approved')
    for (const change of [`status = 'rejected'`, `booked_at = NULL`])
      await expect(stage.owner.query(`UPDATE request SET ${change} WHERE id = $1`, [id])).rejects.toThrow(
        /is decided, held or booked/,
      )
  })
})
