import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import {
  adminGetEntry,
  adminListEntries,
  approveCorrection,
  getLedgerState,
  listCorrections,
  paise,
  playBet,
  proposeCorrection,
  proveLedgerNow,
  readBalance,
  readLedgerHealth,
  rejectCorrection,
} from '@kismet/contracts'
import type { CorrectionAccount, Input, OperationShape, Output } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import type { WalletCore } from '../src/core/wallet-core.ts'
import { decideCorrection, settleCorrection } from '../src/corrections.ts'
import { newId } from './fixture.ts'
import { WalletOnBus } from './wallet-on-bus.ts'

let world: WalletOnBus
let asha: string
let ravi: string
let playerId: string

beforeAll(async () => {
  // The loop looks once, at its start: whatever looks again was asked to.
  world = await WalletOnBus.open(3_600_000)
  asha = world.tokens.admin('cashier').token
  ravi = world.tokens.admin('owner').token
})
afterAll(() => world.close())
beforeEach(async () => {
  playerId = newId()
  await world.credit(playerId, 1_000)
})

const ask = <O extends OperationShape>(token: string, operation: O, input: Input<O>): Promise<Output<O>> =>
  world.bus('gateway').call(operation, input, { requestId: 'test', token })
const reason = 'Round 4711 was settled with the payout of another bet'

async function propose(rupees: number, account: CorrectionAccount = 'outside', key = newId()) {
  const input = { playerId, amount: paise(rupees * 100), account, reason }
  const meta = { requestId: 'test', token: asha, key }
  return (await world.bus('gateway').call(proposeCorrection, input, meta)).correction
}
/** What is left when the process falls between the decision and the booking. */
function approveUnbooked(id: string) {
  const admin = { id: newId(), username: 'ravi', role: 'owner', sessionId: newId() } as const
  return decideCorrection(world.wallet.context, { admin, meta: { requestId: 'test' } }, id, 'approved')
}
const balance = async () => (await world.call('payments', readBalance, { playerId })).balance
const entriesOf = async (reference: string) => (await ask(asha, adminListEntries, { reference, limit: 10 })).entries
const audited = async (target: string) => {
  const { rows } = await world.wallet.context.db.query<{ action: string }>(
    'SELECT action FROM audit WHERE target = $1 ORDER BY sequence',
    [target],
  )
  return rows.map(({ action }) => action)
}

describe('a correction', () => {
  it('moves nothing when it is proposed, and is booked when another admin approves it', async () => {
    const { _id: id, ...proposed } = await propose(-250.5)
    expect(proposed).toMatchObject({ status: 'pending', amount: -25_050, reason, isBooked: false })
    expect(await balance()).toBe(100_000)
    const { correction } = await ask(ravi, approveCorrection, { id })
    expect(correction).toMatchObject({ status: 'approved', isBooked: true, failure: null })
    expect(await balance()).toBe(74_950)
    expect(await audited(id)).toEqual(['correction.propose', 'correction.approve'])
  })

  it.each(['outside', 'house', 'bonus'] as const)('is borne by the account that it names: %s', async (account) => {
    const { _id: id } = await propose(30, account)
    await ask(ravi, approveCorrection, { id })
    const [entry, ...others] = await entriesOf(id)
    expect(others).toEqual([])
    expect(entry).toMatchObject({ kind: 'correction', amount: 3_000, balanceAfter: 103_000, playerId })
    const { corrections } = await ask(ravi, listCorrections, { id, limit: 10 })
    expect(corrections).toHaveLength(1)
    const [proposer, approver] = [corrections[0]?.proposedBy.username, corrections[0]?.decidedBy]
    expect(entry?.note).toBe(`${reason} (proposed by ${proposer}, approved by ${approver})`)
    expect(entry?.sides).toEqual({ open: 0, held: 0, house: 0, outside: 0, bonus: 0, [account]: -3_000 })
    expect(await ask(ravi, adminGetEntry, { id: entry?._id ?? '' })).toEqual({ entry })
  })

  it('borne by the house leaves the net result, also of an account that is read again', async () => {
    const lose = (rupees: number) => {
      const amounts = { stakePaise: paise(rupees * 100), payoutPaise: paise(0) }
      return world.call('dice-slots', playBet, { betId: newId(), playerId, game: 'Dice', ...amounts })
    }
    const standing = () => world.call('payments', readBalance, { playerId })
    await lose(100)
    await ask(ravi, approveCorrection, { id: (await propose(250, 'house'))._id })
    // The second correction is not booked, and the third is borne by cash.
    await propose(70, 'house')
    await ask(ravi, approveCorrection, { id: (await propose(-30))._id })
    expect(await standing()).toMatchObject({ balance: 112_000, netResult: -10_000 })
    await world.restart()
    await lose(60)
    expect(await standing()).toMatchObject({ balance: 106_000, netResult: -16_000 })
  })

  it('is not approved by whoever has proposed it, who may take it back', async () => {
    const { _id: id } = await propose(10)
    await expect(ask(asha, approveCorrection, { id })).rejects.toMatchObject({ code: 'own_request' })
    const { correction } = await ask(asha, rejectCorrection, { id, reason: 'wrong player' })
    expect(correction).toMatchObject({ status: 'rejected', rejectionReason: 'wrong player' })
    await expect(ask(ravi, approveCorrection, { id })).rejects.toMatchObject({ code: 'already_decided' })
    expect(await balance()).toBe(100_000)
    expect(await entriesOf(id)).toEqual([])
  })

  it('is not approved by an admin whom the proposer made, and waits while auth does not answer', async () => {
    const { _id: id, proposedBy } = await propose(10)
    const { standing } = world
    standing.isSilent = true
    await expect(ask(ravi, approveCorrection, { id })).rejects.toMatchObject({ code: 'unavailable' })
    standing.isSilent = false
    standing.admins.set(proposedBy._id, { isEnabled: false })
    await expect(ask(ravi, approveCorrection, { id })).rejects.toMatchObject({ code: 'second_admin_needed' })
    standing.admins.clear()
    expect(await balance()).toBe(100_000)
    await ask(ravi, approveCorrection, { id })
    expect(await balance()).toBe(101_000)
  })

  it('is decided once by two who approve at the same time', async () => {
    const { _id: id } = await propose(40)
    const mira = world.tokens.admin('owner').token
    const both = await Promise.allSettled([ask(ravi, approveCorrection, { id }), ask(mira, approveCorrection, { id })])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await balance()).toBe(104_000)
  })

  it('is listed with the e-mail and the present balance of its player, and counted for who may approve it', async () => {
    world.emails.set(playerId, 'asha.rao@example.com')
    const of = (token: string) => ask(token, listCorrections, { playerId, status: 'pending', limit: 10 })
    const before = [await of(asha), await of(ravi)]
    await propose(-250.5)
    const [own, other] = [await of(asha), await of(ravi)]
    expect(other.corrections).toMatchObject([{ player: { email: 'asha.rao@example.com', balance: 100_000 } }])
    expect(own.pendingOfOthers).toBe(before[0]?.pendingOfOthers)
    expect(other.pendingOfOthers).toBe(1 + (before[1]?.pendingOfOthers ?? 0))
    world.emails.clear()
    expect((await of(ravi)).corrections).toMatchObject([{ player: { email: null, balance: 100_000 } }])
  })

  it('that the balance does not cover fails, says so, and moves nothing', async () => {
    const { _id: id } = await propose(-1_000.01)
    await expect(ask(ravi, approveCorrection, { id })).rejects.toMatchObject({
      code: 'insufficient_balance',
      params: { balance: 1_000 },
    })
    const { corrections } = await ask(asha, listCorrections, { playerId, limit: 10 })
    expect(corrections).toMatchObject([{ _id: id, status: 'failed', failure: 'insufficient_balance', isBooked: false }])
    expect(await balance()).toBe(100_000)
  })

  it('takes all that there is, and not more', async () => {
    const { _id: id } = await propose(-1_000)
    await ask(ravi, approveCorrection, { id })
    expect(await balance()).toBe(0)
  })

  it('that the wallet could not look at now is owed, and not refused', async () => {
    const { _id: id } = await propose(25)
    await approveUnbooked(id)
    const busy = { submit: () => Promise.resolve({ ok: false, code: 'unavailable' }) } as unknown as WalletCore
    // Unless the leader was faster.
    await settleCorrection({ ...world.wallet.context, core: busy }, id).catch((error: unknown) =>
      expect(error).toMatchObject({ code: 'unavailable' }),
    )
    await eventually('it is booked', async () => (await entriesOf(id)).length === 1)
    expect((await ask(asha, listCorrections, { playerId, limit: 1 })).corrections).toMatchObject([{ failure: null }])
  }, 30_000)

  it('that was approved when its booking fell is booked by the leader, once', async () => {
    const { _id: id } = await propose(15)
    await approveUnbooked(id)
    await eventually('it is booked', async () => (await entriesOf(id)).length === 1)
    await eventually('it says so', async () => {
      const { corrections } = await ask(asha, listCorrections, { playerId, limit: 1 })
      return corrections[0]?.isBooked === true
    })
    expect(await balance()).toBe(101_500)
  }, 30_000)

  it('holds no transaction while its booking waits for a locked account', async () => {
    const { _id: id } = await propose(12)
    const { db } = world.wallet.context
    const holder = await db.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM account WHERE player_id = $1 FOR UPDATE', [playerId])
      const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      const approving = ask(ravi, approveCorrection, { id })
      const waits = 'SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid))'
      await eventually('its booking waits', async () => (await holder.query(waits)).rowCount === 1)
      const idle = `SELECT query FROM pg_stat_activity
        WHERE datname = current_database() AND state = 'idle in transaction' AND pid <> $1`
      expect((await db.query(idle, [rows[0]?.pid])).rows).toEqual([])
      await holder.query('ROLLBACK')
      expect((await approving).correction).toMatchObject({ isBooked: true })
    } finally {
      holder.release()
    }
  })

  it('is proposed once under one key, and another one under it is refused', async () => {
    const key = newId()
    const first = await propose(20, 'house', key)
    expect(await propose(20, 'house', key)).toEqual(first)
    await expect(propose(21, 'house', key)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    expect((await ask(asha, listCorrections, { playerId, limit: 10 })).corrections).toHaveLength(1)
  })

  it('is of a player who has an account', async () => {
    playerId = newId()
    await expect(propose(20)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('of the same admin cannot be approved past the service either', async () => {
    const { _id: id, proposedBy } = await propose(5)
    const approve = world.wallet.context.db.query(
      `UPDATE correction SET status = 'approved', decided_by = $2, decided_by_name = 'asha', decided_at = now() WHERE id = $1`,
      [id, proposedBy._id],
    )
    await expect(approve).rejects.toThrow('correction_of_two')
  })
})

describe('the entries of a player', () => {
  it('come newest first, page by page, with all their sides', async () => {
    const ids = [await propose(1), await propose(2), await propose(3)].map(({ _id }) => _id)
    for (const id of ids) await ask(ravi, approveCorrection, { id })
    const first = await ask(asha, adminListEntries, { playerId, limit: 2 })
    expect(first.entries.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [4, 'correction'],
      [3, 'correction'],
    ])
    const rest = await ask(asha, adminListEntries, { playerId, limit: 2, cursor: first.nextCursor ?? '' })
    expect(rest.entries.map(({ sequence, kind }) => [sequence, kind])).toEqual([
      [2, 'correction'],
      [1, 'deposit'],
    ])
    expect(rest.nextCursor).toBeNull()
  })

  it('are of one player or about one thing', async () => {
    await expect(ask(asha, adminListEntries, { limit: 5 })).rejects.toThrow('Name a playerId or a reference.')
    const { _id: reference } = await propose(1)
    await ask(ravi, approveCorrection, { id: reference })
    const mine = await ask(asha, adminListEntries, { limit: 5, playerId, reference })
    expect(mine.entries).toHaveLength(1)
    expect((await ask(asha, adminListEntries, { limit: 5, playerId: newId(), reference })).entries).toEqual([])
  })
})

it('an admin has the newest entries proven at once, corrections too', async () => {
  const { _id: id } = await propose(50, 'house')
  await ask(ravi, approveCorrection, { id })
  const { checkedAt: before } = await ask(asha, getLedgerState, {})
  await ask(asha, proveLedgerNow, {})
  await eventually('somebody has looked', async () => {
    const { state, checkedAt, ...totals } = await ask(asha, getLedgerState, {})
    const { playersTotal, heldTotal, openStakesTotal, houseTotal, outsideTotal, bonusTotal } = totals
    const sum = playersTotal + heldTotal + openStakesTotal + houseTotal + outsideTotal + bonusTotal
    return checkedAt !== before && state === 'clean' && sum === 0 && playersTotal > 0
  })
  expect(await world.call('analytics', readLedgerHealth, {})).toEqual({ state: 'clean' })
})
