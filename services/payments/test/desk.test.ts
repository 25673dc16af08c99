import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  approveWithdrawal,
  decideDeposit,
  getApprovalSettings,
  paise,
  requestHints,
  setApprovalSettings,
} from '@kismet/contracts'
import type { LedgerEntry } from '@kismet/contracts'
import sharp from 'sharp'
import { PaymentsStage } from './payments-stage.ts'
import { rich, saveAccount, withdrawn } from './withdrawing.ts'

let stage: PaymentsStage
beforeAll(async () => {
  stage = await PaymentsStage.set()
}, 60_000)
afterAll(() => stage.strike())

const owner = () => stage.tokens.admin('owner')
const cashier = () => stage.tokens.admin('cashier')

describe('a second admin', () => {
  const above = async (secondApprovalAbove: number | null) =>
    expect((await stage.call(setApprovalSettings, owner(), { secondApprovalAbove })).out).toBeDefined()

  it('is asked for by nobody at first, and by an owner alone, on what was seen', async () => {
    const { out } = await stage.call(getApprovalSettings, cashier(), {})
    expect(out?.settings).toMatchObject({ secondApprovalAbove: null, changedBy: null, changedAt: null })
    expect((await stage.call(setApprovalSettings, cashier(), { secondApprovalAbove: 1 })).code).toBe('forbidden')
    const version = out?.settings.version
    const admin = owner()
    const changed = await stage.call(setApprovalSettings, admin, { secondApprovalAbove: 400.5, version })
    expect(changed.out?.settings).toMatchObject({ secondApprovalAbove: 400.5, changedBy: admin.username })
    const late = await stage.call(setApprovalSettings, owner(), { secondApprovalAbove: null, version })
    expect(late.code).toBe('settings_changed')
    const detail = await stage.value(
      `SELECT detail FROM audit WHERE action = 'approval-settings.change' ORDER BY sequence DESC LIMIT 1`,
    )
    expect(detail).toMatchObject({
      changes: 'Second admin above: from no limit to ₹400.50',
      secondApprovalAbovePaise: 40_050,
    })
    for (const wrong of [-1, 0.001, '5', undefined])
      expect((await stage.call(setApprovalSettings, owner(), { secondApprovalAbove: wrong as number })).code).toBe(
        'invalid_request',
      )
  })

  it.each(['deposit', 'withdrawal'] as const)(
    'approves a %s above the amount; the first moves nothing, and is not enough twice',
    async (kind) => {
      await above(400)
      const player = await rich(stage, 100_000)
      const ask = (rupees: number) =>
        kind === 'deposit' ? stage.seed(player, { amountPaise: rupees * 100 }) : withdrawn(stage, player, rupees)
      const approve = (admin: ReturnType<typeof cashier>, id: string) =>
        kind === 'deposit' ? stage.decide(admin, id, 'approved') : stage.call(approveWithdrawal, admin, { id })
      const small = await ask(400)
      expect((await approve(cashier(), small)).out).not.toHaveProperty('pendingSecondApproval')
      const id = await ask(401)
      const [first, second] = [cashier(), cashier()]
      const before = stage.wallet.sumsOf(player.id)
      const { out } = await approve(first, id)
      expect(out).toMatchObject({ pendingSecondApproval: true })
      expect(JSON.stringify(out)).toContain(`"firstApproval":{"by":"${first.username}"`)
      expect(stage.wallet.sumsOf(player.id)).toEqual(before)
      expect((await approve(first, id)).code).toBe('second_admin_needed')
      const racing = await Promise.all([approve(second, id), approve(cashier(), id), approve(first, id)])
      expect(racing.filter((answer) => answer.out !== undefined)).toHaveLength(1)
      const after = stage.wallet.sumsOf(player.id)
      expect(kind === 'deposit' ? after.balance - before.balance : after.paidOut - before.paidOut).toBe(40_100)
      const actions = await stage.owner.query<{ action: string }>(
        'SELECT action FROM audit WHERE target = $1 ORDER BY sequence',
        [id],
      )
      expect(actions.rows.map(({ action }) => action)).toEqual([`${kind}.approve-first`, `${kind}.approve`])
      await above(null)
    },
  )

  it('is not needed to reject, nor once nobody asks for one', async () => {
    await above(0)
    const ids = [await stage.seed(stage.tokens.player()), await stage.seed(stage.tokens.player())] as const
    expect((await stage.decide(cashier(), ids[0], 'rejected')).out?.deposit.status).toBe('rejected')
    const first = cashier()
    expect((await stage.decide(first, ids[1], 'approved')).out?.pendingSecondApproval).toBe(true)
    await above(null)
    expect((await stage.decide(first, ids[1], 'approved')).out?.deposit.status).toBe('approved')
  })

  it('or the first is never who filed it, as far as the name tells', async () => {
    const player = await rich(stage, 100_000)
    const self = { ...cashier() }
    const id = await withdrawn(stage, player, 300)
    await stage.rewrite('UPDATE request SET player_email = upper($2) WHERE id = $1', [id, self.username])
    expect((await stage.call(approveWithdrawal, self, { id })).code).toBe('own_request')
    const deposit = await stage.seed(player)
    await stage.rewrite('UPDATE request SET player_email = $2 WHERE id = $1', [deposit, self.username])
    expect((await stage.call(decideDeposit, self, { id: deposit, status: 'approved' })).code).toBe('own_request')
    expect((await stage.call(approveWithdrawal, cashier(), { id })).out).toBeDefined()
  })
})

describe('hints', () => {
  const hintsOf = async (id: string) => {
    const { out } = await stage.call(requestHints, stage.tokens.admin('support'), { id })
    if (out === undefined) throw new Error('no hints')
    return out
  }
  const kindsOf = async (id: string) => (await hintsOf(id)).hints.map(({ hint }) => hint)

  /** A receipt as payment apps show it: words in boxes on white. */
  const receipt = (lines: readonly string[]) => {
    const text = lines.map((line, index) => `<text x="40" y="${120 + index * 90}" font-size="54">${line}</text>`)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="1280"><rect width="720" height="1280" fill="#fff"/><rect y="900" width="720" height="380" fill="#157a3c"/>${text.join('')}</svg>`
    return sharp(Buffer.from(svg))
  }
  /** Another request with the pictures of a deposit, of another time. */
  async function copyOf(id: string, shift: string): Promise<string> {
    const copied = await stage.value<string>(
      `INSERT INTO request (id, kind, status, player_id, player_email, amount_paise, method, utr, utr_normalised, proof_pages, proof_bytes, created_at, proof_sha256)
       SELECT uuidv7($2::interval), kind, status, player_id, player_email, amount_paise, method, $3::text, $3::text, proof_pages, proof_bytes, created_at + $2::interval, sha256($3::text::bytea)
       FROM request WHERE id = $1 RETURNING id`,
      [id, shift, stage.reference()],
    )
    await stage.owner.query(
      `INSERT INTO proof_page (deposit_id, page, file, print)
       SELECT $2, page, replace(uuidv4()::text, '-', ''), print FROM proof_page WHERE deposit_id = $1`,
      [id, copied],
    )
    return copied
  }
  const lines = ['Paid to Kismet', 'Rs 5,000', 'UTR 412788300934', 'State Bank of India', 'Asha Rao']

  it('of a deposit: a reference that was rejected, the same file, a picture that looks the same', async () => {
    const [first, second] = [stage.tokens.player(), stage.tokens.player()]
    const utr = stage.reference()
    const proof = await receipt(lines).png().toBuffer()
    const again = await receipt(lines).resize(500).jpeg({ quality: 60 }).toBuffer()
    const other = await receipt(['Transfer', 'Rs 900', 'Rahul', 'ICICI', 'Done', 'UTR 99', 'Ref', '22 Nov'])
      .png()
      .toBuffer()
    const idOf = (answer: Awaited<ReturnType<PaymentsStage['deposit']>>) => answer.body.deposit._id
    const rejected = idOf(await stage.deposit(first, { utr, proof }))
    await stage.decide(cashier(), rejected, 'rejected')
    const same = idOf(await stage.deposit(second, { utr, proof }))
    const found = await hintsOf(same)
    expect(found.hints.map(({ hint }) => hint)).toEqual(['utr_rejected_before', 'same_proof'])
    expect(found.hints[0]?.requests).toMatchObject([
      { kind: 'deposit', _id: rejected, user: { _id: first.id, email: first.email }, status: 'rejected', amount: 500 },
    ])
    expect(found).toMatchObject({ kind: 'deposit', unknown: [], account: null, play: null })
    expect(found.history.deposits.pending).toEqual({ count: 1, amount: 500 })
    const alikeId = idOf(await stage.deposit(second, { proof: again }))
    const alike = await hintsOf(alikeId)
    expect(alike.hints.map(({ hint }) => hint)).toEqual(['similar_proof'])
    expect(alike.hints[0]?.requests.map(({ _id }) => _id).sort()).toEqual([rejected, same].sort())
    const [far, near] = await Promise.all(['-91 days', '-89 days'].map((shift) => copyOf(alikeId, shift)))
    expect((await hintsOf(alikeId)).hints[0]?.requests.map(({ _id }) => _id).sort()).toEqual(
      [near, rejected, same].sort(),
    )
    expect((await hintsOf(far ?? '')).hints.flatMap(({ requests }) => requests.map(({ _id }) => _id))).toEqual([near])
    expect(await kindsOf(idOf(await stage.deposit(second, { proof: other })))).toEqual([])
    const third = stage.tokens.player()
    expect(await kindsOf(idOf(await stage.deposit(third, { proof: again, amount: '700' })))).toEqual(['same_proof'])
    const anew = await receipt(lines).resize(480).jpeg({ quality: 70 }).toBuffer()
    expect(await kindsOf(idOf(await stage.deposit(third, { proof: anew, amount: '701' })))).toEqual([])
  })

  it('of a withdrawal: an account of another player too, a new one, a first one', async () => {
    const accountNumber = '919000000001'
    const [first, second] = [
      await rich(stage, 100_000, { accountNumber }),
      await rich(stage, 100_000, { accountNumber: '919000000002' }),
    ]
    const id = await withdrawn(stage, first, 300)
    expect(await kindsOf(id)).toEqual(['account_new', 'first_withdrawal', 'no_deposit'])
    await saveAccount(stage, second, { accountNumber, name: 'B Rao' })
    expect(await kindsOf(id)).toEqual(['account_of_others', 'account_new', 'first_withdrawal', 'no_deposit'])
    await stage.call(approveWithdrawal, cashier(), { id })
    await stage.rewrite(
      `UPDATE request SET account = account || jsonb_build_object('addedAtMs', $2::bigint, 'changedAtMs', $2::bigint) WHERE id = $1`,
      [id, Date.now() - 4 * 24 * 60 * 60_000],
    )
    expect(await kindsOf(id)).toEqual(['account_of_others', 'no_deposit'])
  })

  const entry = (kind: LedgerEntry['kind'], amountPaise: number, stakePaise = 0, payoutPaise = 0): LedgerEntry => ({
    entryId: 'e',
    playerId: stage.tokens.player().id,
    sequence: 1,
    kind,
    game: null,
    reference: stage.tokens.player().id,
    amountPaise: paise(amountPaise),
    heldPaise: paise(0),
    stakePaise: paise(stakePaise),
    payoutPaise: paise(payoutPaise),
    balanceAfterPaise: paise(0),
    at: '2026-11-20T10:00:00.000Z',
  })
  const bet = (stake: number, payout: number) => entry('play', payout - stake, stake, payout)

  it.each([
    { what: 'nothing was played', bets: [], hints: ['no_play_since_deposit'], staked: 0, lowRisk: 0 },
    { what: 'little was played', bets: [[10_000, 0]], hints: ['little_play_since_deposit'], staked: 100, lowRisk: 0 },
    {
      what: 'enough was played',
      bets: [
        [50_000, 0],
        [50_000, 99_000],
      ],
      hints: [],
      staked: 1_000,
      lowRisk: 0,
    },
    {
      what: 'it could hardly be lost',
      bets: [
        [60_000, 60_600],
        [60_000, 60_600],
      ],
      hints: ['low_risk_play'],
      staked: 1_200,
      lowRisk: 1_200,
    },
  ])('of a withdrawal, when $what since the deposit: $hints', async ({ bets, hints, staked, lowRisk }) => {
    const player = await rich(stage, 100_000, { accountNumber: `9${stage.reference()}` })
    const id = await withdrawn(stage, player, 300)
    stage.wallet.entries.set(player.id, [
      entry('hold', -30_000),
      ...bets.map(([stake, payout]) => bet(stake ?? 0, payout ?? 0)),
      entry('deposit', 100_000),
      bet(500_000, 0),
    ])
    const found = await hintsOf(id)
    expect(found.hints.map(({ hint }) => hint)).toEqual(['account_new', 'first_withdrawal', ...hints])
    expect(found.play).toMatchObject({ deposited: 1_000, staked, lowRiskStaked: lowRisk })
  })

  it('of a withdrawal: a player without a deposit, and a deposit that was credited after the request', async () => {
    const player = await rich(stage, 100_000, { accountNumber: '919000000005' })
    const id = await withdrawn(stage, player, 300)
    stage.wallet.entries.set(player.id, [bet(60_000, 60_000)])
    expect(await kindsOf(id)).toEqual(['account_new', 'first_withdrawal', 'no_deposit', 'low_risk_play'])
    const later = { ...entry('deposit', 70_000), at: new Date(Date.now() + 60_000).toISOString() }
    stage.wallet.entries.set(player.id, [later, bet(100_000, 0), entry('deposit', 100_000)])
    expect(await kindsOf(id)).toEqual(['account_new', 'first_withdrawal'])
  })

  it('say what they do not know while the wallet does not answer', async () => {
    const id = await withdrawn(stage, await rich(stage, 100_000, { accountNumber: '919000000003' }), 300)
    await stage.wallet.stop()
    const found = await hintsOf(id)
    await stage.wallet.start()
    expect(found.unknown).toEqual(['no_deposit', 'no_play_since_deposit', 'little_play_since_deposit', 'low_risk_play'])
    expect(found.play).toBeNull()
  })

  it('say what they do not know of more play than is looked at', async () => {
    const player = await rich(stage, 100_000, { accountNumber: '919000000004' })
    const id = await withdrawn(stage, player, 300)
    stage.wallet.entries.set(player.id, [bet(10_000, 10_100)])
    stage.wallet.endless.add(player.id)
    const found = await hintsOf(id)
    expect(found.unknown).toEqual(['no_deposit', 'no_play_since_deposit', 'little_play_since_deposit', 'low_risk_play'])
    expect(found.play).toBeNull()
  })

  it('are of a request that there is', async () => {
    expect((await stage.call(requestHints, cashier(), { id: 'x' })).code).toBe('not_found')
  })
})
