import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { adminGetPlayerDeposited, getDeposited } from '@kismet/contracts'
import type { TestPlayer } from '@kismet/test-env/test-tokens'
import { PaymentsStage } from './payments-stage.ts'

// Sunday 1 November 2026, 12:00 in India: the week has begun in October.
const nowMs = Date.parse('2026-11-01T06:30:00.000Z')
const [hourMs, dayMs] = [3_600_000, 86_400_000]
const none = { day: null, week: null, month: null }

describe('deposits under the own rules of a player', () => {
  let stage: PaymentsStage
  let player: TestPlayer
  beforeAll(async () => {
    stage = await PaymentsStage.set({ now: () => nowMs })
  })
  afterAll(() => stage.strike())
  beforeEach(() => {
    player = stage.tokens.player()
  })

  const requests = () => stage.value<number>('SELECT count(*) FROM request WHERE player_id = $1', [player.id])

  /** As if it had been sent `beforeMs` before now. */
  async function seedBefore(beforeMs: number, amountPaise: number): Promise<string> {
    const id = await stage.seed(player, { amountPaise })
    await stage.owner.query('UPDATE request SET created_at = $2 WHERE id = $1', [id, new Date(nowMs - beforeMs)])
    return id
  }

  it('count what waits and what was approved, not what was rejected, by calendar periods of Asia/Kolkata', async () => {
    await seedBefore(hourMs, 10_000)
    await stage.decide(stage.tokens.admin('cashier'), await seedBefore(2 * hourMs, 20_000), 'approved')
    await stage.decide(stage.tokens.admin('cashier'), await seedBefore(3 * hourMs, 40_000), 'rejected')
    await seedBefore(13 * hourMs, 80_000)
    await seedBefore(7 * dayMs, 160_000)
    const counted = { day: 300, week: 1_100, month: 300 }
    expect((await stage.call(getDeposited, player, {})).out).toEqual(counted)
    const auditor = stage.tokens.admin('auditor')
    expect((await stage.call(adminGetPlayerDeposited, auditor, { id: player.id })).out).toEqual(counted)
    expect((await stage.call(adminGetPlayerDeposited, auditor, { id: 'nobody' })).code).toBe('not_found')
  })

  it('are refused over a limit, and nothing is stored; up to it they are taken', async () => {
    stage.wallet.depositRules.set(player.id, { limitsPaise: { ...none, day: 100_000 } })
    await seedBefore(hourMs, 60_000)
    const refused = await stage.deposit(player, { amount: '400.01' })
    expect([refused.status, refused.body.code, await requests()]).toEqual([403, 'limit_reached', 1])
    expect([(await stage.deposit(player, { amount: '400' })).status, await requests()]).toEqual([200, 2])
  })

  it('of one player at the same time do not pass a limit together', async () => {
    stage.wallet.depositRules.set(player.id, { limitsPaise: { ...none, week: 100_000 } })
    const replicas = [0, 1, 0, 1] as const
    const answers = await Promise.all(replicas.map((replica) => stage.deposit(player, { amount: '500', replica })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 403, 403])
  })

  it('are refused while the player is excluded, but for one that its key has sent before', async () => {
    const key = 'sent-before-the-exclusion'
    const utr = stage.reference()
    const first = await stage.deposit(player, { key, utr })
    stage.wallet.depositRules.set(player.id, { excludedUntilMs: nowMs + 1 })
    const refused = await stage.deposit(player)
    expect([refused.status, refused.body.code]).toEqual([403, 'self_excluded'])
    expect((await stage.deposit(player, { key, utr })).body).toEqual(first.body)
  })

  it('are refused while admins have the player suspended', async () => {
    stage.wallet.depositRules.set(player.id, { isSuspended: true })
    const refused = await stage.deposit(player)
    expect([refused.status, refused.body.code, await requests()]).toEqual([403, 'account_suspended', 0])
  })

  it('are refused by a rule that the player has set while the proof was opened', async () => {
    stage.wallet.afterRules = () => stage.wallet.depositRules.set(player.id, { excludedUntilMs: nowMs + 1 })
    const answer = await stage.deposit(player)
    stage.wallet.afterRules = undefined
    expect([answer.status, answer.body.code, await requests()]).toEqual([403, 'self_excluded', 0])
  })

  it('are refused in maintenance that has begun while the proof was opened', async () => {
    const isOn = Promise.withResolvers<undefined>()
    const isAnswered = Promise.withResolvers<undefined>()
    const isSeen = Promise.withResolvers<undefined>()
    stage.wallet.afterRules = async () => {
      stage.wallet.afterRules = undefined
      isSeen.resolve(undefined)
      await isOn.promise
    }
    const sent = stage.deposit(player)
    await isSeen.promise
    const closed = stage.inMaintenance(() => {
      isOn.resolve(undefined)
      return isAnswered.promise
    })
    const answer = await sent
    isAnswered.resolve(undefined)
    await closed
    expect([answer.status, answer.body.code, await requests()]).toEqual([503, 'maintenance', 0])
  })

  it('are not taken when nobody can say what the rules are', async () => {
    await stage.wallet.stop()
    const answer = await stage.deposit(player)
    await stage.wallet.start()
    expect([answer.status, answer.body.code, await requests()]).toEqual([503, 'unavailable', 0])
  })
})
