import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  adminGetDeposit,
  adminListDeposits,
  adminListWithdrawals,
  approveWithdrawal,
  claimRequest,
  releaseRequest,
  requestHints,
} from '@kismet/contracts'
import { imageAs } from './files.ts'
import { PaymentsStage } from './payments-stage.ts'
import { rich, saveAccount, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set()
}, 60_000)
afterAll(() => stage.strike())

const cashier = () => stage.tokens.admin('cashier')

describe('a claim', () => {
  it.each(['deposit', 'withdrawal'] as const)(
    'of a %s is the first one’s, shown to all, and hinders nobody',
    async (kind) => {
      const player = await rich(stage, 100_000)
      const id = kind === 'deposit' ? await stage.seed(player) : await withdrawn(stage, player, 300)
      const [first, second] = [cashier(), cashier()]
      const claims = await Promise.all([first, second].map((admin) => stage.call(claimRequest, admin, { id })))
      expect(claims.filter(({ out }) => out?.isMine)).toHaveLength(1)
      expect(claims[0]?.out?.claim).toEqual(claims[1]?.out?.claim)
      const [holder, other] = claims[0]?.out?.isMine === true ? [first, second] : [second, first]
      const claim = { adminId: holder.id, by: holder.username, until: expect.stringMatching(/Z$/) }
      expect(claims[0]?.out?.claim).toEqual(claim)
      expect((await stage.call(releaseRequest, other, { id })).out).toEqual({ claim })
      if (kind === 'withdrawal') {
        const { out } = await stage.call(adminListWithdrawals, other, { search: id })
        expect(out?.withdrawals).toMatchObject([{ claim }])
        expect((await stage.call(approveWithdrawal, other, { id })).out?.withdrawal.claim).toBeNull()
      } else {
        expect((await stage.call(adminGetDeposit, other, { id })).out?.deposit.claim).toEqual(claim)
        expect((await stage.decide(other, id, 'approved')).out?.deposit.claim).toBeNull()
      }
      expect((await stage.call(claimRequest, holder, { id })).code).toBe('already_decided')
    },
  )

  it('ends after 5 minutes, or when it is released', async () => {
    const id = await stage.seed(stage.tokens.player())
    const [first, second] = [cashier(), cashier()]
    await stage.call(claimRequest, first, { id })
    const { rows } = await stage.owner.query<{ left: number }>(
      'SELECT extract(epoch FROM claimed_until - now())::float8 AS left FROM request WHERE id = $1',
      [id],
    )
    expect(rows[0]?.left).toBeGreaterThan(200)
    expect(rows[0]?.left).toBeLessThanOrEqual(300)
    await stage.owner.query('UPDATE request SET claimed_until = now() WHERE id = $1', [id])
    expect((await stage.call(adminGetDeposit, first, { id })).out?.deposit.claim).toBeNull()
    expect((await stage.call(claimRequest, second, { id })).out?.isMine).toBe(true)
    expect((await stage.call(releaseRequest, second, { id })).out).toEqual({ claim: null })
    expect((await stage.call(claimRequest, first, { id })).out?.isMine).toBe(true)
  })

  it('can be taken over, and the one who had it lets go of nothing', async () => {
    const id = await stage.seed(stage.tokens.player())
    const [first, second] = [cashier(), cashier()]
    await stage.call(claimRequest, first, { id })
    expect((await stage.call(claimRequest, second, { id })).out?.isMine).toBe(false)
    const { out } = await stage.call(claimRequest, second, { id, takeOver: true })
    expect(out).toMatchObject({ isMine: true, claim: { adminId: second.id, by: second.username } })
    expect((await stage.call(releaseRequest, first, { id })).out?.claim).toEqual(out?.claim)
  })

  it('is of a request that there is', async () => {
    for (const id of ['x', '0190b2a0-0000-7000-8000-000000000000']) {
      expect((await stage.call(claimRequest, cashier(), { id })).code).toBe('not_found')
      expect((await stage.call(releaseRequest, cashier(), { id })).code).toBe('not_found')
    }
  })
})

describe('risks in the lists of what waits', () => {
  const listed = async (search: string) => {
    const found = await stage.adminList({ search })
    return found.deposits.map(({ _id, risks }) => [_id, risks])
  }

  it('name a reference that was rejected and the very file of another one, and nothing of what is decided', async () => {
    const [first, second, utr] = [stage.tokens.player(), stage.tokens.player(), stage.reference()]
    const proof = await imageAs('jpeg')
    const rejected = (await stage.deposit(first, { utr, proof })).body.deposit._id
    await stage.decide(stage.tokens.admin(), rejected, 'rejected')
    const again = (await stage.deposit(second, { utr, proof })).body.deposit._id
    const file = (await stage.deposit(second, { proof })).body.deposit._id
    const plain = await stage.seed(second)
    expect(await listed(second.email)).toEqual([
      [again, ['utr_rejected_before', 'same_proof']],
      [file, ['same_proof']],
      [plain, []],
    ])
    expect(await listed(first.email)).toEqual([[rejected, []]])
    // The request itself says the same, and its hints more of it.
    const one = await stage.call(adminGetDeposit, stage.tokens.admin(), { id: again })
    expect(one.out?.deposit.risks).toEqual(['utr_rejected_before', 'same_proof'])
    const { out } = await stage.call(requestHints, stage.tokens.admin(), { id: again })
    expect(out?.hints.map(({ hint }) => hint)).toEqual(one.out?.deposit.risks)
  })

  it('name an account of another player too', async () => {
    const accountNumber = '919000000077'
    const player = await rich(stage, 100_000, { accountNumber })
    const id = await withdrawn(stage, player, 300)
    const risks = async () =>
      (await stage.call(adminListWithdrawals, stage.tokens.admin('support'), { search: id })).out?.withdrawals.map(
        (withdrawal) => withdrawal.risks,
      )
    expect(await risks()).toEqual([[]])
    await saveAccount(stage, await rich(stage, 100_000, { accountNumber: '919000000078' }), { accountNumber })
    expect(await risks()).toEqual([['account_of_others']])
  })
})

describe('who handles what is listed', () => {
  it.each(['deposit', 'withdrawal'] as const)(
    'narrows the list of a %s: to what another admin is at, and to what none is',
    async (kind) => {
      const player = await rich(stage, 200_000)
      const ask = () => (kind === 'deposit' ? stage.seed(player) : withdrawn(stage, player, 300))
      const [own, others, free, over] = [await ask(), await ask(), await ask(), await ask()]
      const [me, other] = [stage.tokens.admin('cashier'), stage.tokens.admin('cashier')]
      await stage.call(claimRequest, me, { id: own })
      for (const id of [others, over]) await stage.call(claimRequest, other, { id })
      await stage.owner.query(`UPDATE request SET claimed_until = now() - interval '1 second' WHERE id = $1`, [over])
      const idsBy = async (handledBy: 'others' | 'nobody_else') => {
        const query = { handledBy, player: player.id }
        if (kind === 'deposit')
          return (await stage.call(adminListDeposits, me, query)).out?.deposits.map(({ _id }) => _id)
        return (await stage.call(adminListWithdrawals, me, query)).out?.withdrawals.map(({ _id }) => _id)
      }
      expect(await idsBy('others')).toEqual([others])
      expect(await idsBy('nobody_else')).toEqual([own, free, over])
    },
  )

  it.each(['decided', 'booked'] as const)('has the requests of the days on which they were %s', async (daysOf) => {
    const player = stage.tokens.player()
    const waits = await stage.seed(player)
    // Asked for at 23:58 of the last day of a month in India, approved at 00:05.
    const late = await stage.value<string>(
      `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes,
         created_at, decided_at, decided_by, decided_by_name, booked_at)
       VALUES (uuidv7(), 'deposit', 'approved', $1, $2, 50000, 'UPI', $3, $3, 1, 0,
         '2025-11-30 18:28:00Z', '2025-11-30 18:35:00Z', uuidv7(), 'asha', '2025-11-30 18:35:01Z') RETURNING id`,
      [player.id, player.email, stage.reference()],
    )
    const idsOf = async (query: { daysOf?: typeof daysOf; from: string; to: string }) => {
      const { out } = await stage.call(adminListDeposits, cashier(), { ...query, player: player.id })
      return out?.deposits.map(({ _id }) => _id)
    }
    const [november, december] = [
      { from: '2025-11-01', to: '2025-11-30' },
      { from: '2025-12-01', to: '2025-12-31' },
    ]
    expect(await idsOf(november)).toEqual([late])
    expect(await idsOf({ ...november, daysOf })).toEqual([])
    expect(await idsOf({ ...december, daysOf })).toEqual([late])
    const path = `/api/admin/exports/deposits?${new URLSearchParams({ ...december, daysOf, player: player.id }).toString()}`
    const file = await stage.fetch(path, cashier())
    expect(file.headers.get('content-disposition')).toContain(`days-of-${daysOf}`)
    const text = await file.text()
    expect([text.includes(late), text.includes(waits)]).toEqual([true, false])
  })

  it.each(['decided', 'booked'] as const)('has the withdrawals of the days on which they were %s', async (daysOf) => {
    const player = await rich(stage, 100_000)
    const id = await withdrawn(stage, player, 300)
    await stage.call(approveWithdrawal, cashier(), { id })
    await stage.rewrite(
      `UPDATE request SET created_at = '2025-11-30 18:28:00Z', decided_at = '2025-11-30 18:35:00Z',
         booked_at = '2025-11-30 18:35:01Z' WHERE id = $1`,
      [id],
    )
    const idsOf = async (days: { from: string; to: string }) => {
      const { out } = await stage.call(adminListWithdrawals, cashier(), { ...days, daysOf, player: player.id })
      return out?.withdrawals.map(({ _id }) => _id)
    }
    expect(await idsOf({ from: '2025-11-01', to: '2025-11-30' })).toEqual([])
    expect(await idsOf({ from: '2025-12-01', to: '2025-12-31' })).toEqual([id])
  })

  it('says nothing of what is decided, and narrows the file with the list', async () => {
    const player = stage.tokens.player()
    const [taken, decided] = [await stage.seed(player), await stage.seed(player)]
    const [me, other] = [stage.tokens.admin('owner'), stage.tokens.admin('cashier')]
    for (const id of [taken, decided]) await stage.call(claimRequest, other, { id })
    await stage.decide(other, decided, 'rejected')
    const query = { handledBy: 'others', player: player.id } as const
    const { out } = await stage.call(adminListDeposits, me, query)
    expect(out?.deposits.map(({ _id }) => _id)).toEqual([taken])
    expect((await stage.call(adminListDeposits, me, { ...query, status: 'rejected' })).out?.deposits).toEqual([])
    const file = await stage.fetch(`/api/admin/exports/deposits?${new URLSearchParams(query).toString()}`, me)
    const text = await file.text()
    expect([text.includes(taken), text.includes(decided)]).toEqual([true, false])
  })
})
