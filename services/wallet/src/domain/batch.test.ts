import { describe, expect, it } from '@jest/globals'
import { siteLimits } from '@kismet/contracts'
import { netResultOf } from './account.ts'
import type { Account } from './account.ts'
import { decideBatch } from './batch.ts'
import type { BatchDecision } from './batch.ts'
import type { MoneyCommand, Outcome, Request, SiteLimits } from './command.ts'
import type { Recorded } from './entry.ts'
import { assertBatch } from './invariants.ts'
import { noProtection } from './protection.ts'

const bonus = { percent: 10, wagerPercent: 50, minMultiplier: 1.01 }
const nowMs = Date.UTC(2026, 0, 15, 12)

const requestOf = (command: MoneyCommand): Request => ({ command, inputHash: JSON.stringify(command) })

/** Runs commands of several batches one after the other, as the ledger would keep them. */
class Ledger {
  accounts = new Map<string, Account>()
  recorded = new Map<string, Recorded>()
  limits: SiteLimits = siteLimits
  last: BatchDecision = { outcomes: [], changed: new Map(), entries: [], recorded: new Map() }

  run(commands: readonly MoneyCommand[], atMs = nowMs): readonly Outcome[] {
    const input = {
      requests: commands.map(requestOf),
      accounts: this.accounts,
      recorded: this.recorded,
      nowMs: atMs,
      bonus,
      limits: this.limits,
    }
    this.last = decideBatch(input)
    assertBatch(input, this.last)
    for (const [playerId, account] of this.last.changed) this.accounts.set(playerId, account)
    for (const entry of this.last.entries) {
      const known = this.recorded.get(entry.reference) ?? {}
      this.recorded.set(entry.reference, { ...known, [entry.step]: entry })
    }
    return this.last.outcomes
  }
}

const deposit = (reference: string, amountPaise: number): MoneyCommand => ({
  kind: 'deposit',
  playerId: 'p',
  reference,
  amountPaise,
})
/** Too small to earn a bonus. */
const tiny = deposit('tiny', 1)
const play = (reference: string, stakePaise: number, payoutPaise: number): MoneyCommand => ({
  kind: 'play',
  playerId: 'p',
  reference,
  game: 'Dice',
  stakePaise,
  payoutPaise,
})
const reserve = (reference: string, stakePaise: number): MoneyCommand => ({
  kind: 'reserve',
  playerId: 'p',
  reference,
  game: 'Mines',
  stakePaise,
})
const settle = (reference: string, stakePaise: number, payoutPaise: number): MoneyCommand => ({
  kind: 'settle',
  playerId: 'p',
  reference,
  stakePaise,
  payoutPaise,
})
/** A correction that the house bears. */
const correct = (reference: string, amountPaise: number): MoneyCommand => ({
  kind: 'correction',
  playerId: 'p',
  reference,
  amountPaise,
  account: 'house',
})
const voidBet = (reference: string): MoneyCommand => ({ kind: 'void', playerId: 'p', reference, reason: 'test' })

const booked = (
  balancePaise: number,
  balanceSeq: number,
  more: Partial<Extract<Outcome, { ok: true }>> = {},
): Outcome =>
  expect.objectContaining({
    ...{ ok: true, balancePaise, balanceSeq, bonusReleased: false, replayed: false },
    ...more,
  }) as unknown as Outcome

describe('a batch', () => {
  it('decides each command on what the ones before it have left', () => {
    const outcomes = new Ledger().run([tiny, deposit('d', 99), play('a', 60, 0), play('b', 60, 0), play('c', 40, 0)])
    expect(outcomes.slice(1)).toEqual([
      booked(100, 2),
      booked(40, 3),
      { ok: false, code: 'insufficient_balance', amountsPaise: { balance: 40 } },
      booked(0, 4),
    ])
  })

  it('answers a command that is in it twice once and the same again', () => {
    const ledger = new Ledger()
    const outcomes = ledger.run([deposit('d', 1000), play('a', 60, 0), play('a', 60, 0)])
    expect(outcomes.slice(1)).toEqual([booked(940, 2), booked(940, 2, { replayed: true })])
    expect(ledger.last.entries).toHaveLength(2)
  })

  it('opens and closes a bet within one batch', () => {
    const outcomes = new Ledger().run([tiny, deposit('d', 99), reserve('a', 60), settle('a', 60, 90)])
    expect(outcomes.slice(1)).toEqual([booked(100, 2), booked(40, 3), booked(130, 4)])
  })

  it('refuses the reserve that comes after its void', () => {
    const ledger = new Ledger()
    ledger.run([deposit('d', 100), voidBet('a')])
    expect(ledger.run([reserve('a', 60)])).toEqual([{ ok: false, code: 'bet_voided' }])
    expect(ledger.accounts.get('p')).toMatchObject({ balancePaise: 100, openPaise: 0 })
  })

  it('leaves corrections that the house bears out of the net result', () => {
    const ledger = new Ledger()
    ledger.run([deposit('d', 10_000), play('a', 300, 100), correct('paid', 250), correct('taken', -40)])
    const account = ledger.accounts.get('p')
    expect(account && netResultOf(account)).toBe(-200)
  })

  it('writes nothing for refusals and replays', () => {
    const ledger = new Ledger()
    ledger.run([deposit('d', 100)])
    ledger.run([deposit('d', 100), play('a', 101, 0)])
    expect(ledger.last.entries).toEqual([])
    expect(ledger.last.changed.size).toBe(0)
  })

  it('refuses what would make a balance too large to be exact', () => {
    const ledger = new Ledger()
    const largest = Array.from({ length: 1000 }, (_, index) => deposit(`d${index}`, 1_000_000_000_000))
    ledger.limits = { ...siteLimits, depositPaise: 1_000_000_000_000 }
    expect(ledger.run([tiny, ...largest]).at(-1)).toEqual({ ok: false, code: 'invalid_request' })
    expect(ledger.accounts.get('p')).toMatchObject({ balancePaise: 999_000_000_000_001 })
  })

  it('refuses a bet whose net result could not be held', () => {
    const ledger = new Ledger()
    ledger.run([tiny])
    const account = ledger.accounts.get('p')
    if (account === undefined) throw new Error('There is no account')
    const most = 1_000_000_000_000_000
    ledger.accounts.set('p', { ...account, netPaise: 1 - most })
    expect(ledger.run([play('lost', 1, 0)])).toMatchObject([{ ok: true }])
    ledger.accounts.set('p', { ...account, netPaise: -most })
    expect(ledger.run([play('lost too', 1, 0)])).toEqual([{ ok: false, code: 'invalid_request' }])
  })
})

describe('a bet that is voided on another day', () => {
  const day = (number: number) => Date.UTC(2026, 0, number, 12)

  it('gives its stake back to the day that has counted it, and to no other', () => {
    const ledger = new Ledger()
    ledger.run([tiny, deposit('d', 999), reserve('a', 100)], day(15))
    ledger.run([reserve('b', 30)], day(16))
    ledger.run([voidBet('a')], day(16))
    // 15 and 16 January 2026 are in one week, and in one month.
    expect(ledger.accounts.get('p')?.activity).toMatchObject({
      wageredPaise: { day: 30, week: 30, month: 30 },
      lostPaise: { day: 30, week: 30, month: 30 },
    })
  })

  it('gives it back on the day itself', () => {
    const ledger = new Ledger()
    ledger.run([tiny, deposit('d', 999), reserve('a', 100)], day(15))
    ledger.run([voidBet('a')], day(15))
    expect(ledger.accounts.get('p')?.activity.wageredPaise).toEqual({ day: 0, week: 0, month: 0 })
  })
})

describe('the bonus', () => {
  it('is credited by the bet that reaches half of the first deposit, in the same step, once', () => {
    const ledger = new Ledger()
    ledger.run([deposit('d', 1000)])
    expect(ledger.run([play('a', 499, 0)])).toEqual([booked(501, 2)])
    expect(ledger.run([play('b', 1, 0)])).toEqual([booked(600, 4, { bonusReleased: true })])
    expect(ledger.last.entries.map(({ kind, sequence }) => [kind, sequence])).toEqual([
      ['play', 3],
      ['bonus', 4],
    ])
    expect(ledger.run([play('c', 600, 600)])).toEqual([booked(600, 5)])
  })

  it('answers the releasing bet again with the bonus in the balance', () => {
    const ledger = new Ledger()
    ledger.run([deposit('d', 1000), play('a', 500, 0), play('b', 10, 0)])
    expect(ledger.run([play('a', 500, 0)])).toEqual([booked(600, 3, { bonusReleased: true, replayed: true })])
  })

  it('is released by a settle, and the reserve before it answers as it did', () => {
    const ledger = new Ledger()
    ledger.run([deposit('d', 1000), reserve('a', 500)])
    expect(ledger.run([settle('a', 500, 0)])).toEqual([booked(600, 4, { bonusReleased: true })])
    expect(ledger.run([reserve('a', 500)])).toEqual([booked(500, 2, { replayed: true })])
    expect(ledger.run([settle('a', 500, 0)])).toEqual([booked(600, 4, { bonusReleased: true, replayed: true })])
  })

  it.each<[string, readonly MoneyCommand[], number]>([
    ['a bet that cannot lose', [deposit('d', 1000), play('a', 500, 500)], 0],
    ['a win that pays less than the stake', [deposit('d', 1000), play('a', 500, 495)], 0],
    ['a win at 1.01', [deposit('d', 1000), play('a', 100, 101)], 100],
    ['a voided bet', [deposit('d', 1000), reserve('a', 500), voidBet('a')], 0],
    ['an open bet', [deposit('d', 1000), reserve('a', 500)], 0],
    ['a second deposit', [deposit('d', 1000), deposit('e', 10), play('a', 5, 0)], 5],
  ])('counts for %s', (_what, commands, counted) => {
    const ledger = new Ledger()
    ledger.run(commands)
    expect(ledger.accounts.get('p')).toMatchObject({
      countedPaise: counted,
      bonusReleased: false,
      firstDepositPaise: 1000,
      bonusPaise: 100,
    })
  })

  it('does not count play before the first deposit', () => {
    const ledger = new Ledger()
    ledger.run([play('gift', 0, 500), play('c', 400, 0), deposit('d', 1000)])
    expect(ledger.accounts.get('p')).toMatchObject({ countedPaise: 0, firstDepositPaise: 1000 })
  })

  it('counts a bet that was reserved before the first deposit and settled after it', () => {
    const ledger = new Ledger()
    ledger.run([play('gift', 0, 500), reserve('a', 300), deposit('d', 1000), settle('a', 300, 0)])
    expect(ledger.accounts.get('p')).toMatchObject({ countedPaise: 300 })
  })
})

describe('limits', () => {
  const limited = (of: Partial<typeof noProtection>): Ledger => {
    const ledger = new Ledger()
    ledger.run([deposit('d', 10_000)])
    const account = ledger.accounts.get('p')
    if (account !== undefined) ledger.accounts.set('p', { ...account, protection: { ...noProtection, ...of } })
    return ledger
  }
  const day = (paise: number) => ({ day: paise, week: null, month: null })
  const tomorrowMs = nowMs + 86_400_000

  it('stop the bet that would pass the wager limit, and let a smaller one through', () => {
    const ledger = limited({ wagerPaise: day(100) })
    expect(ledger.run([play('a', 60, 600), play('b', 41, 0), play('c', 40, 0)])).toMatchObject([
      { ok: true },
      { ok: false, code: 'limit_reached' },
      { ok: true },
    ])
  })

  it('count an open stake as lost until it pays', () => {
    const ledger = limited({ lossPaise: day(100) })
    expect(ledger.run([reserve('a', 100), play('b', 1, 0)])).toMatchObject([{ ok: true }, { code: 'limit_reached' }])
    expect(ledger.run([settle('a', 100, 50), play('b', 50, 0), play('c', 1, 0)])).toMatchObject([
      { ok: true },
      { ok: true },
      { code: 'limit_reached' },
    ])
  })

  it('do not depend on the outcome of the bet', () => {
    const ledger = limited({ lossPaise: day(100) })
    const limit = { type: 'loss', period: 'day', limitPaise: 100, leftPaise: 100 }
    expect(ledger.run([play('a', 101, 1000)])).toEqual([{ ok: false, code: 'limit_reached', limit }])
  })

  it('give a voided bet back', () => {
    const ledger = limited({ wagerPaise: day(100), lossPaise: day(100) })
    expect(ledger.run([reserve('a', 100), voidBet('a'), play('b', 100, 0)])).toMatchObject([
      { ok: true },
      { ok: true },
      { ok: true },
    ])
  })

  it('count no correction as won or lost', () => {
    const ledger = limited({ lossPaise: day(100) })
    ledger.run([play('a', 100, 0), correct('paid', 500)])
    expect(ledger.run([play('b', 1, 0)])).toMatchObject([{ code: 'limit_reached' }])
    ledger.run([correct('taken', -600)], tomorrowMs)
    expect(ledger.run([play('c', 100, 0)], tomorrowMs)).toMatchObject([{ ok: true }])
  })

  it('begin again with the next day', () => {
    const ledger = limited({ wagerPaise: day(100) })
    ledger.run([play('a', 100, 0)])
    expect(ledger.run([play('b', 1, 0)])).toMatchObject([{ ok: false }])
    expect(ledger.run([play('b', 100, 0)], tomorrowMs)).toMatchObject([{ ok: true }])
  })
})
