import { describe, expect, it } from '@jest/globals'
import { siteLimits } from '@kismet/contracts'
import { newAccount } from './account.ts'
import type { Account } from './account.ts'
import { noActivity } from './activity.ts'
import { stepOf } from './steps.ts'
import type { CommandKind, MoneyCommand } from './command.ts'
import type { Step } from './steps.ts'
import { decide } from './decide.ts'
import type { Recorded, RecordedStep } from './entry.ts'
import { recordedStep } from '../../test/recorded-step.ts'
import { noProtection } from './protection.ts'
import type { Protection } from './protection.ts'

const me = 'me'
const other = 'other'
const nowMs = Date.UTC(2026, 0, 15, 12)

const commands: { [K in CommandKind]: Extract<MoneyCommand, { kind: K }> } = {
  play: { kind: 'play', playerId: me, reference: 'r', game: 'Dice', stakePaise: 100, payoutPaise: 250 },
  reserve: { kind: 'reserve', playerId: me, reference: 'r', game: 'Mines', stakePaise: 100 },
  settle: { kind: 'settle', playerId: me, reference: 'r', stakePaise: 100, payoutPaise: 250 },
  void: { kind: 'void', playerId: me, reference: 'r', reason: 'the round was void' },
  deposit: { kind: 'deposit', playerId: me, reference: 'r', amountPaise: 500 },
  hold: { kind: 'hold', playerId: me, reference: 'r', amountPaise: 100 },
  release: { kind: 'release', playerId: me, reference: 'r', amountPaise: 100 },
  'pay-out': { kind: 'pay-out', playerId: me, reference: 'r', amountPaise: 100 },
  correction: { kind: 'correction', playerId: me, reference: 'r', amountPaise: -300, account: 'house' },
}

function step(kind: RecordedStep['kind'], playerId = me): RecordedStep {
  return recordedStep({
    ...{ kind, playerId, sequence: 3, inputHash: `first ${kind}`, game: 'Mines', stakePaise: 100 },
    ...{ sides: { held: 100 }, balanceAfterPaise: 77, atMs: nowMs },
  })
}

function recorded(...kinds: RecordedStep['kind'][]): Recorded {
  return Object.fromEntries(kinds.map((kind) => [stepOf[kind], step(kind)]))
}

/** A void that came before its bet has taken the bet's place. */
const voidedFirst: Recorded = { open: step('void') }
/** A release that came before its hold. */
const releasedFirst: Recorded = { open: step('release') }

const account = (balancePaise: number, protection: Protection = noProtection): Account => ({
  ...newAccount(me),
  balancePaise,
  protection,
})

/** The outcome in a word: the code of a refusal, `replay`, or what is booked. */
function outcome(kind: CommandKind, of: Account, known: Recorded, inputHash = 'now', isClosed = false): string {
  const decision = decide({ command: commands[kind], inputHash, isClosed }, of, known, nowMs, siteLimits)
  if ('book' in decision) return `books ${decision.book.kind}`
  return decision.answer.ok ? 'replay' : decision.answer.code
}

const nothing: Recorded = {}

describe('the outcome of a command by what is known of its reference', () => {
  it.each<[CommandKind, string, Recorded, string]>([
    ['play', 'nothing', nothing, 'books play'],
    ['play', 'a play with another input', recorded('play'), 'idempotency_conflict'],
    ['play', 'a reserve', recorded('reserve'), 'idempotency_conflict'],
    ['play', 'a reserve that is settled', recorded('reserve', 'settle'), 'idempotency_conflict'],
    ['play', 'a void that came first', voidedFirst, 'idempotency_conflict'],
    ['play', 'a deposit', recorded('deposit'), 'idempotency_conflict'],
    ['reserve', 'nothing', nothing, 'books reserve'],
    ['reserve', 'a reserve with another input', recorded('reserve'), 'idempotency_conflict'],
    ['reserve', 'a play', recorded('play'), 'idempotency_conflict'],
    ['reserve', 'a void that came first', voidedFirst, 'bet_voided'],
    ['reserve', 'a hold', recorded('hold'), 'idempotency_conflict'],
    ['settle', 'nothing', nothing, 'not_found'],
    ['settle', 'a reserve', recorded('reserve'), 'books settle'],
    ['settle', 'a play', recorded('play'), 'not_found'],
    ['settle', 'a settle with another payout', recorded('reserve', 'settle'), 'idempotency_conflict'],
    ['settle', 'a reserve that is voided', recorded('reserve', 'void'), 'bet_voided'],
    ['settle', 'a void that came first', voidedFirst, 'bet_voided'],
    ['settle', 'a hold', recorded('hold'), 'not_found'],
    ['void', 'nothing', nothing, 'books void'],
    ['void', 'a reserve', recorded('reserve'), 'books void'],
    ['void', 'a reserve that is settled', recorded('reserve', 'settle'), 'bet_settled'],
    ['void', 'a play', recorded('play'), 'bet_settled'],
    ['void', 'a deposit', recorded('deposit'), 'idempotency_conflict'],
    ['deposit', 'nothing', nothing, 'books deposit'],
    ['deposit', 'a deposit with another amount', recorded('deposit'), 'idempotency_conflict'],
    ['deposit', 'a bet', recorded('play'), 'idempotency_conflict'],
    ['hold', 'nothing', nothing, 'books hold'],
    ['hold', 'a hold with another amount', recorded('hold'), 'idempotency_conflict'],
    ['hold', 'a hold that is decided', recorded('hold', 'pay-out'), 'idempotency_conflict'],
    ['hold', 'a release that came first', releasedFirst, 'already_decided'],
    ['release', 'nothing', nothing, 'books release'],
    ['release', 'a hold', recorded('hold'), 'books release'],
    ['release', 'a hold that is paid out', recorded('hold', 'pay-out'), 'already_decided'],
    ['release', 'a bet', recorded('reserve'), 'not_found'],
    ['pay-out', 'nothing', nothing, 'hold_differs'],
    ['pay-out', 'a release that came first', releasedFirst, 'already_decided'],
    ['pay-out', 'a hold', recorded('hold'), 'books pay-out'],
    ['pay-out', 'a hold that is released', recorded('hold', 'release'), 'already_decided'],
    ['pay-out', 'a deposit', recorded('deposit'), 'not_found'],
    ['correction', 'nothing', nothing, 'books correction'],
    ['correction', 'a correction of another amount', recorded('correction'), 'idempotency_conflict'],
    ['correction', 'a bet', recorded('play'), 'idempotency_conflict'],
    ['play', 'a correction', recorded('correction'), 'idempotency_conflict'],
  ])('%s after %s: %s', (kind, _what, known, expected) => {
    expect(outcome(kind, account(1000), known)).toBe(expected)
  })

  it.each<[CommandKind, Recorded]>([
    ['play', recorded('play')],
    ['reserve', recorded('reserve')],
    ['reserve', recorded('reserve', 'settle')],
    ['reserve', recorded('reserve', 'void')],
    ['settle', recorded('reserve', 'settle')],
    ['void', recorded('reserve', 'void')],
    ['void', voidedFirst],
    ['release', releasedFirst],
    ['deposit', recorded('deposit')],
    ['hold', recorded('hold')],
    ['hold', recorded('hold', 'pay-out')],
    ['release', recorded('hold', 'release')],
    ['pay-out', recorded('hold', 'pay-out')],
  ])('%s again, with the same input, gets its first answer', (kind, known) => {
    expect(outcome(kind, account(0), known, `first ${kind}`)).toBe('replay')
  })

  it.each(['play', 'reserve', 'hold'] as const)('%s while the site is closed: its first answer alone', (kind) => {
    expect(outcome(kind, account(1000), nothing, 'now', true)).toBe('maintenance')
    expect(outcome(kind, account(1000), recorded(kind), `first ${kind}`, true)).toBe('replay')
  })

  it.each<[CommandKind, Step, RecordedStep['kind'], string]>([
    ['play', 'open', 'reserve', 'idempotency_conflict'],
    ['reserve', 'open', 'void', 'idempotency_conflict'],
    ['settle', 'open', 'reserve', 'not_found'],
    ['void', 'open', 'reserve', 'idempotency_conflict'],
    ['deposit', 'open', 'deposit', 'idempotency_conflict'],
    ['hold', 'open', 'hold', 'idempotency_conflict'],
    ['release', 'open', 'hold', 'not_found'],
    ['pay-out', 'open', 'hold', 'not_found'],
  ])("%s on another player's %s step: %s %s", (kind, place, theirs, expected) => {
    expect(outcome(kind, account(1000), { [place]: step(theirs, other) })).toBe(expected)
  })
})

describe('a limit of the site that was lowered since', () => {
  it('does not change the first answer', () => {
    const lower = { ...siteLimits, payoutPaise: 1 }
    const request = { command: commands.play, inputHash: 'first play' }
    const decision = decide(request, account(1000), recorded('play'), nowMs, lower)
    expect(decision).toMatchObject({ answer: { ok: true, replayed: true } })
  })
})

describe('funds', () => {
  it.each<[CommandKind, number, string]>([
    ['play', 100, 'books play'],
    ['play', 99, 'insufficient_balance'],
    ['reserve', 100, 'books reserve'],
    ['reserve', 99, 'insufficient_balance'],
    ['hold', 100, 'books hold'],
    ['hold', 99, 'insufficient_balance'],
    ['deposit', 0, 'books deposit'],
    ['void', 0, 'books void'],
  ])('%s of 100 with a balance of %i: %s', (kind, balancePaise, expected) => {
    expect(outcome(kind, account(balancePaise), nothing)).toBe(expected)
  })

  it('says what the balance is when it refuses for it', () => {
    const decision = decide({ command: commands.play, inputHash: 'x' }, account(99), nothing, nowMs, siteLimits)
    expect(decision).toEqual({ answer: { ok: false, code: 'insufficient_balance', amountsPaise: { balance: 99 } } })
  })
})

describe('the limits of the site', () => {
  const { stakePaise, payoutPaise: maxWin, depositPaise: maxDeposit } = siteLimits
  const rich = account(1_000_000_000_000_000)

  it.each<[string, MoneyCommand, Recorded, number]>([
    ['the stake of a play', { ...commands.play, stakePaise: stakePaise.Dice }, nothing, stakePaise.Dice],
    ['the stake of a reserve', { ...commands.reserve, stakePaise: stakePaise.Mines }, nothing, stakePaise.Mines],
    ['a deposit', { ...commands.deposit, amountPaise: maxDeposit }, nothing, maxDeposit],
    ['a hold', { ...commands.hold, amountPaise: 1_000_000_000_000 }, nothing, 1_000_000_000_000],
    ['the win of a play', { ...commands.play, payoutPaise: maxWin }, nothing, maxWin],
    ['the win of a settle', { ...commands.settle, payoutPaise: maxWin }, recorded('reserve'), maxWin],
  ])('hold for %s, whoever asks', (what, atLimit, known, max) => {
    const decideIt = (command: MoneyCommand) => decide({ command, inputHash: 'x' }, rich, known, nowMs, siteLimits)
    expect(decideIt(atLimit)).toHaveProperty('book')
    const above = Object.fromEntries(
      Object.entries(atLimit).map(([name, value]) => [name, value === max ? max + 1 : value]),
    ) as unknown as MoneyCommand
    const code = what.startsWith('the win') ? 'max_win_exceeded' : 'amount_over_limit'
    expect(decideIt(above)).toEqual({ answer: { ok: false, code, amountsPaise: { max } } })
  })

  it.each([
    ['Aviator', 10_000],
    ['Mines', 100_000],
    ['Dice', 100_000],
    ['Slots', 50_000],
  ] as const)('for a stake of %s are ₹%i', (game, rupees) => {
    expect(siteLimits.stakePaise[game]).toBe(rupees * 100)
  })
})

describe('the order of refusals', () => {
  const excluded: Protection = { ...noProtection, excludedUntilMs: nowMs + 1, timeOutUntilMs: nowMs + 1 }
  const resting: Protection = {
    ...noProtection,
    timeOutUntilMs: nowMs + 1,
    wagerPaise: { day: 0, week: null, month: null },
  }
  const limited: Protection = { ...noProtection, wagerPaise: { day: 99, week: null, month: null } }

  it.each<[string, CommandKind, Account, Recorded, string]>([
    [
      'a suspension before exclusion',
      'play',
      account(0, { ...excluded, isSuspended: true }),
      nothing,
      'account_suspended',
    ],
    ['exclusion before a break', 'play', account(0, excluded), nothing, 'self_excluded'],
    ['a break before a limit', 'play', account(0, resting), nothing, 'time_out'],
    ['a limit before funds', 'play', account(0, limited), nothing, 'limit_reached'],
    ['a limit before a voided bet', 'reserve', account(0, limited), voidedFirst, 'limit_reached'],
    ['a voided bet before funds', 'reserve', account(0), voidedFirst, 'bet_voided'],
    ['a conflict before exclusion', 'play', account(0, excluded), recorded('play'), 'idempotency_conflict'],
  ])('%s', (_what, kind, of, known, expected) => {
    expect(outcome(kind, of, known)).toBe(expected)
  })

  const suspended: Protection = { ...noProtection, isSuspended: true }

  it.each<[CommandKind, Recorded, string]>([
    ['play', nothing, 'account_suspended'],
    ['reserve', nothing, 'account_suspended'],
    ['hold', nothing, 'account_suspended'],
    ['hold', releasedFirst, 'account_suspended'],
    ['settle', recorded('reserve'), 'books settle'],
    ['void', recorded('reserve'), 'books void'],
    ['deposit', nothing, 'books deposit'],
    ['release', recorded('hold'), 'books release'],
    ['pay-out', recorded('hold'), 'books pay-out'],
    ['correction', nothing, 'books correction'],
  ])('of a player who is suspended: %s', (kind, known, expected) => {
    expect(outcome(kind, account(1_000, suspended), known)).toBe(expected)
  })

  it('answers a repeated bet even to a player who has excluded himself since', () => {
    expect(outcome('play', account(0, excluded), recorded('play'), 'first play')).toBe('replay')
  })

  it.each<[CommandKind, Recorded]>([
    ['settle', recorded('reserve')],
    ['void', recorded('reserve')],
    ['release', recorded('hold')],
    ['pay-out', recorded('hold')],
    ['hold', nothing],
    ['deposit', nothing],
  ])('exclusion does not refuse %s', (kind, known) => {
    expect(outcome(kind, account(1000, excluded), known)).toBe(`books ${kind}`)
  })
})

describe('what is booked', () => {
  it.each<[CommandKind, Recorded, Record<string, number>]>([
    ['play', nothing, { balance: 150, house: -150 }],
    ['reserve', nothing, { balance: -100, open: 100 }],
    ['settle', recorded('reserve'), { balance: 250, open: -100, house: -150 }],
    ['void', recorded('reserve'), { balance: 100, open: -100 }],
    ['void', nothing, {}],
    ['deposit', nothing, { balance: 500, outside: -500 }],
    ['hold', nothing, { balance: -100, held: 100 }],
    ['release', nothing, {}],
    ['release', recorded('hold'), { balance: 100, held: -100 }],
    ['pay-out', recorded('hold'), { held: -100, outside: 100 }],
  ])('%s moves exactly its sides, which sum to zero', (kind, known, sides) => {
    const decision = decide({ command: commands[kind], inputHash: 'now' }, account(1000), known, nowMs, siteLimits)
    if (!('book' in decision)) throw new Error('nothing was booked')
    const zero = { balance: 0, open: 0, held: 0, house: 0, outside: 0, bonus: 0 }
    expect(decision.book.sides).toEqual({ ...zero, ...sides })
    const { balance, open, held, house, outside, bonus } = decision.book.sides
    expect(balance + open + held + house + outside + bonus).toBe(0)
  })

  it('settles and voids for the game and the stake of the reserve', () => {
    const decision = decide(
      { command: commands.settle, inputHash: 'now' },
      account(0),
      recorded('reserve'),
      nowMs,
      siteLimits,
    )
    expect(decision).toMatchObject({ book: { game: 'Mines', stakePaise: 100, payoutPaise: 250 } })
  })

  it('keeps the activity of before when it refuses', () => {
    const poor = account(0)
    decide({ command: commands.play, inputHash: 'now' }, poor, nothing, nowMs, siteLimits)
    expect(poor.activity).toBe(noActivity)
  })
})
