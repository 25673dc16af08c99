import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  approveBankMatches,
  balancesChanged,
  decideDeposit,
  depositUpdated,
  getBetProof,
  getDepositSettings,
  getLedgerState,
  getProfile,
  getSiteMaintenance,
  listDeposits,
  playDice,
  postBankStatement,
  postDepositSettings,
  previewBankStatement,
  readBankMatches,
  setSiteMaintenance,
} from '@kismet/contracts'
import { serverSeedHash, verifyProof } from '@kismet/fairness'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { newUtr, tinyPng } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { TestCasino } from '@kismet/test-env/test-casino'

describe('a player comes to the casino', () => {
  let casino: TestCasino
  let asha: PlayerActor
  let owner: AdminActor
  let socket: PlayerSocket

  beforeAll(async () => {
    casino = await TestCasino.create()
    owner = await casino.admin()
  })

  afterAll(async () => {
    socket.close()
    await casino.close()
  })

  it('signs up, verifies the code of the mail, and has nothing yet', async () => {
    asha = await casino.player()
    expect(await asha.balance()).toBe(0)
    expect((await asha.api.must(getProfile, {})).user).toMatchObject({
      _id: asha.id,
      email: asha.email,
      awaitingBonus: 0,
    })
    socket = await PlayerSocket.open(casino.gatewayUrl, asha.api.token)
  })

  it('sees where to pay once the owner has said so', async () => {
    const form = new FormData()
    form.set('utr', 'kismet@upi')
    form.set('qrChecked', 'yes')
    form.set('qrImage', new Blob([new Uint8Array(tinyPng)]), 'qr.png')
    expect((await owner.api.upload(postDepositSettings, form)).status).toBe(200)
    const { settings } = await asha.api.must(getDepositSettings, {})
    expect(settings.utr).toBe('kismet@upi')
    const qr = await asha.api.download(settings.qrImage ?? '')
    expect(qr.headers.get('content-type')).toMatch(/^image\//)
  })

  it('asks for a deposit, which waits and moves nothing', async () => {
    const id = await asha.requestDeposit({ amount: 1_000.5, utr: newUtr() })
    const { deposits } = await asha.api.must(listDeposits, {})
    expect(deposits).toMatchObject([
      { _id: id, user: asha.id, amount: 1_000.5, method: 'UPI', status: 'pending', adminReason: null },
    ])
    expect(await asha.balance()).toBe(0)
    const proof = await asha.api.download(deposits[0]?.proof ?? '')
    expect(proof.status).toBe(200)
    expect(proof.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(proof.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('cannot be seen by another player', async () => {
    const [deposit] = (await asha.api.must(listDeposits, {})).deposits
    const vikram = await casino.player()
    expect((await vikram.api.download(deposit?.proof ?? '')).status).toBe(404)
    expect((await vikram.api.must(listDeposits, {})).deposits).toEqual([])
  })

  it('has the money on the open page the moment the owner approves, once whatever runs in parallel', async () => {
    const [waiting] = await owner.pendingDeposits()
    if (waiting === undefined) throw new Error('No deposit waits')
    expect(waiting.user).toEqual({ _id: asha.id, email: asha.email, username: null })
    const decisions = await Promise.all(
      Array.from({ length: 20 }, () => owner.api.call(decideDeposit, { id: waiting._id, status: 'approved' })),
    )
    expect(decisions.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(409)])
    await eventually('the page hears of the deposit', () => socket.heard(depositUpdated).at(-1))
    expect(socket.heard(depositUpdated)).toMatchObject([
      { _id: waiting._id, status: 'approved', amount: 1_000.5, balance: 1_000.5, balanceSeq: 1 },
    ])
    await eventually('the page hears of the balance', () => socket.heard(balancesChanged).at(-1))
    expect(socket.heard(balancesChanged)).toMatchObject([{ balance: 1_000.5, balanceSeq: 1, bonusReleased: false }])
    expect(await asha.balance()).toBe(1_000.5)
  })

  it('waits for a tenth of the first deposit as a bonus, and gets it when half of it was played', async () => {
    expect((await asha.api.must(getProfile, {})).user).toMatchObject({
      awaitingBonus: 100.05,
      firstDepositAmount: 1_000.5,
    })
    let released = 0
    for (let rolls = 0; rolls < 6; rolls += 1) {
      const { bonusReleased } = await asha.rollDice({ betAmount: 100, rollOver: 2 })
      if (bonusReleased) released += 1
    }
    expect(released).toBe(1)
    expect((await asha.api.must(getProfile, {})).user).toMatchObject({ awaitingBonus: 0 })
  })

  it('plays Dice, and can check the result alone', async () => {
    const before = await asha.balance()
    const play = await asha.rollDice({ betAmount: 100, rollOver: 50.5 })
    expect(play.result).toBe(play.roll >= 50.5 ? 'win' : 'loss')
    expect(play.payout).toBe(play.result === 'win' ? 200 : 0)
    expect(play.balance).toBeCloseTo(before - 100 + play.payout, 10)
    expect(serverSeedHash(play.serverSeed)).toBe(play.hash)
    const { proof } = await asha.api.must(getBetProof, { betId: play.betId })
    expect(verifyProof(proof)).toMatchObject({ valid: true, failedStep: null })
    expect(verifyProof({ ...proof, outcome: { roll: play.roll === 0 ? 1 : 0 } }).valid).toBe(false)
  })

  it('gets the first answer again when the network lost it', async () => {
    const roll = { betAmount: 100, rollOver: 50.5, clientSeed: 'asha-1' }
    const first = await asha.api.call(playDice, roll, { key: 'roll-key-1' })
    const again = await asha.api.call(playDice, roll, { key: 'roll-key-1' })
    expect(again.body).toEqual(first.body)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await asha.api.call(playDice, { ...roll, betAmount: 200 }, { key: 'roll-key-1' })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
  })

  it('cannot play while the site is under maintenance, and hears of it', async () => {
    await owner.api.must(setSiteMaintenance, { siteMaintenance: true })
    await eventually('the gateway knows', async () => (await asha.api.must(getSiteMaintenance, {})).siteMaintenance)
    const refused = await eventually('bets are refused', async () => {
      const answer = await asha.api.call(playDice, { betAmount: 100, rollOver: 50.5 })
      return answer.status === 503 && answer
    })
    expect(refused.body).toMatchObject({ success: false, code: 'maintenance' })
    await owner.api.must(setSiteMaintenance, { siteMaintenance: false })
    await eventually(
      'bets are taken again',
      async () => (await asha.api.call(playDice, { betAmount: 100, rollOver: 50.5 })).status === 200,
    )
  })

  it('is credited from the statement of the bank, once whatever files say it', async () => {
    const utr = newUtr()
    const before = await asha.balance()
    const id = await asha.requestDeposit({ amount: 750, utr })
    const header = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance'
    const row = `21/11/26,UPI-ASHA-${utr}-KISMET,0000${utr},,750.00,"1,20,750.00"`
    const send = async (rows: string[], columns?: object) => {
      const form = new FormData()
      if (columns !== undefined) form.set('columns', JSON.stringify(columns))
      form.set('statement', new Blob([[header, ...rows].join('\n')]), 'bank.csv')
      const { status, body } = await owner.api.upload(columns ? postBankStatement : previewBankStatement, form)
      expect([status, body.message]).toEqual([200, undefined])
      return body as { columns: object; count: number; statement: { _id: string; fresh: number } }
    }
    const read = await send([row])
    expect(read.count).toBe(1)
    const { statement } = await send([row], read.columns)
    const { rows } = await owner.api.must(readBankMatches, { id: statement._id })
    expect(rows).toMatchObject([{ tab: 'exact', amount: 750, request: { _id: id, user: { email: asha.email } } }])
    const pairs = rows.map(({ rowId }) => ({ rowId, requestId: id }))
    for (const _ of [1, 2]) {
      const { results } = await owner.api.must(approveBankMatches, { match: 'exact', pairs })
      expect(results).toEqual([{ requestId: id, outcome: 'approved', message: null }])
    }
    expect(await asha.balance()).toBeCloseTo(before + 750, 10)
    const other = '21/11/26,CASH,,,5.00,"1,20,755.00"'
    expect((await send([row, other], read.columns)).statement.fresh).toBe(1)
    expect(await asha.balance()).toBeCloseTo(before + 750, 10)
  })

  it('leaves a ledger that adds up', async () => {
    const state = await eventually('the wallet has proven its ledger', async () => {
      const ledger = await owner.api.must(getLedgerState, {})
      return ledger.checkedAt !== null && ledger
    })
    expect(state.state).toBe('clean')
    expect(state.checks.every(({ breaks }) => breaks === 0)).toBe(true)
  })
})
