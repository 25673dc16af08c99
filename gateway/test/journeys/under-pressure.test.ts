import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  getDiceCommitment,
  listDicePlays,
  login,
  playDice,
  resetPassword,
  forgotPassword,
  getBalance,
} from '@kismet/contracts'
import type { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { TestCasino } from '@kismet/test-env/test-casino'

/** Wins once in 10,000 rolls. */
const almostNeverWins = 99.99

describe('a player who presses too often', () => {
  let casino: TestCasino
  let owner: AdminActor
  let vikram: PlayerActor

  beforeAll(async () => {
    casino = await TestCasino.create()
    owner = await casino.admin()
    vikram = await casino.player()
    await owner.approve(await vikram.requestDeposit({ amount: 100 }))
  })

  afterAll(async () => {
    await casino.close()
  })

  it('with money for one bet has one of 100 parallel bets accepted', async () => {
    const roll = { betAmount: 100, rollOver: almostNeverWins }
    const answers = await Promise.all(Array.from({ length: 100 }, () => vikram.api.call(playDice, roll)))
    const accepted = answers.filter(({ status }) => status === 200)
    const won = accepted.some(({ body }) => body.result === 'win')
    if (!won) {
      expect(accepted).toHaveLength(1)
      // The bet has earned the first-deposit bonus.
      expect(await vikram.balance()).toBe(10)
    }
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, body }) => `${status} ${String(body.code)}`))).toEqual(
      new Set(refused.length === 0 ? [] : ['422 insufficient_balance']),
    )
  })

  it('has used up one commitment: refused bets leave no gap', async () => {
    const { plays } = await vikram.api.must(listDicePlays, { limit: 50 })
    expect((await vikram.api.must(getDiceCommitment, {})).nonce).toBe(plays.length + 1)
  })

  it('sends one bet 50 times with one key, and it is one bet', async () => {
    await owner.approve(await vikram.requestDeposit({ amount: 1_000 }))
    const before = await vikram.balance()
    const roll = { betAmount: 100, rollOver: 50.5, clientSeed: 'vikram-1' }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => vikram.api.call(playDice, roll, { key: 'pressed-fifty-times' })),
    )
    const bodies = new Set(answers.map(({ body }) => JSON.stringify(body)))
    expect(bodies.size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === null)).toHaveLength(1)
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(200))
    expect(await vikram.balance()).toBe(before - 100 + Number(answers[0]?.body.payout))
  })

  it('cannot spend the money of one balance in two places while services restart', async () => {
    await casino.stop('dice-slots')
    const closed = await vikram.api.call(playDice, { betAmount: 100, rollOver: 50.5 })
    expect([closed.status, closed.body.code]).toEqual([503, 'unavailable'])
    const before = await vikram.balance()
    await casino.start('dice-slots')
    const roll = await eventually('Dice is open again', async () => {
      const answer = await vikram.api.call(playDice, { betAmount: 100, rollOver: 50.5 })
      return answer.status === 200 && answer
    })
    expect(await vikram.balance()).toBe(before - 100 + Number(roll.body.payout))
  })

  it('and forgets the password: every session ends, and the new one works', async () => {
    const { email } = vikram
    const newPassword = 'another-long-password-8'
    await vikram.api.must(forgotPassword, { email })
    const otp = await casino.mailbox.code(email, 'Your Kismet password code')
    await vikram.api.must(resetPassword, { email, otp, newPassword, confirmPassword: newPassword })
    expect((await vikram.api.call(getBalance)).status).toBe(401)
    expect((await vikram.api.call(login, { email, password: vikram.password })).status).toBe(401)
    vikram.api.token = (await vikram.api.must(login, { email, password: newPassword })).token
    expect(await vikram.balance()).toBeGreaterThanOrEqual(0)
  })
})
