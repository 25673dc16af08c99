import { maxCorrectionPaise } from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'
import type { Account } from './account.ts'
import { activityOn, dayOf } from './activity.ts'
import * as bets from './bets.ts'
import type { Ruling } from './bets.ts'
import * as cash from './cash.ts'
import { maxAmountPaise, refused } from './command.ts'
import { limitExceeded } from './protection.ts'
import { familyOf, stepOf } from './steps.ts'
import type { CommandKind, CommandOf, MoneyCommand, Outcome, Request, SiteLimits } from './command.ts'
import type { Recorded, RecordedStep } from './entry.ts'

/** What a command comes to: the answer that it had before, a refusal, or something to book. */
export type Decision = { readonly answer: Outcome } | { readonly book: Exclude<Ruling, ErrorCode> }

/**
 * Decides one command on its account and the entries of its reference. Order: replay, maintenance,
 * limits of the site, owner of the reference, rules of the command.
 */
export function decide(
  { command, inputHash, isClosed, games }: Request,
  account: Account,
  recorded: Recorded,
  nowMs: number,
  limits: SiteLimits,
): Decision {
  const same = recorded[stepOf[command.kind]] ?? closeThatCameFirst(command, recorded)
  if (same?.inputHash === inputHash) return { answer: answerOf(same, recorded) }
  if (isClosed === true) return { answer: refused('maintenance') }
  const overLimit = refusalOfAmount(command, limits)
  if (overLimit !== undefined) return { answer: overLimit }
  if (isForeign(command, recorded, games)) return { answer: refused(refusalOfForeign(command)) }
  if (same !== undefined && stepOf[command.kind] === 'open' && stepOf[same.kind] === 'open')
    return { answer: conflictWith(same, recorded) }
  const ruling = rules[command.kind](command as never, recorded, account, nowMs)
  if (typeof ruling !== 'string') return { book: ruling }
  return { answer: refusalWithAmounts(ruling, command, account, nowMs) }
}

/** A refusal with the amounts that the player needs to choose another stake. */
function refusalWithAmounts(code: ErrorCode, command: MoneyCommand, account: Account, nowMs: number): Outcome {
  if (code === 'insufficient_balance') return refused(code, { balance: account.balancePaise })
  if (code !== 'limit_reached' || !('stakePaise' in command)) return refused(code)
  const limit = limitExceeded(account.protection, activityOn(account.activity, dayOf(nowMs)), command.stakePaise)
  return { ok: false, code, ...(limit && { limit }) }
}

/** The earlier void, release or pay-out that was recorded before the command it closes. */
function closeThatCameFirst({ kind }: MoneyCommand, { open }: Recorded): RecordedStep | undefined {
  return stepOf[kind] === 'close' && open?.kind === kind ? open : undefined
}

type Rule<K extends CommandKind> = (
  command: CommandOf<K>,
  recorded: Recorded,
  account: Account,
  nowMs: number,
) => Ruling

const rules: { readonly [K in CommandKind]: Rule<K> } = {
  play: bets.play,
  reserve: bets.reserve,
  settle: bets.settle,
  void: bets.voidBet,
  deposit: cash.deposit,
  hold: cash.hold,
  release: cash.release,
  'pay-out': cash.payOut,
  correction: cash.correct,
}

type Booked = Extract<Outcome, { ok: true }>

/** The first answer of a step that is booked. The bonus that it released, if any, is an entry of its own after it. */
export function answerOf(step: RecordedStep, recorded: Recorded): Booked {
  const released = step.kind === 'play' || step.kind === 'settle'
  return bookedOutcome(step, released ? recorded.bonus : undefined, true)
}

/** The reference is taken by a command with another input. The caller of a bet learns which bet has it. */
function conflictWith(same: RecordedStep, recorded: Recorded): Outcome {
  return { ok: false, code: 'idempotency_conflict', conflict: answerOf(same, recorded) }
}

/** The outcome of a booked command: its entry, with the balance after it and after the bonus that it released. */
export function bookedOutcome(entry: RecordedStep, bonus: RecordedStep | undefined, replayed: boolean): Booked {
  const { balanceAfterPaise: balancePaise, sequence: balanceSeq } = bonus ?? entry
  return { ok: true, balancePaise, balanceSeq, bonusReleased: bonus !== undefined, replayed, entry }
}

/** True when the reference is another player's, names a thing of another kind, or a bet of a game that is not the sender's. */
function isForeign(command: MoneyCommand, { open }: Recorded, games: Request['games']): boolean {
  if (open === undefined) return false
  if (open.game !== null && games?.includes(open.game) === false) return true
  return open.playerId !== command.playerId || familyOf[open.kind] !== familyOf[command.kind]
}

/** Where the contract of an operation has `not_found`, a thing of somebody else is simply not there. */
function refusalOfForeign({ kind }: MoneyCommand): ErrorCode {
  return kind === 'settle' || kind === 'release' || kind === 'pay-out' ? 'not_found' : 'idempotency_conflict'
}

/** The refusal of an amount above the limits of the site, or undefined. */
function refusalOfAmount(command: MoneyCommand, limits: SiteLimits): Outcome | undefined {
  switch (command.kind) {
    case 'play':
      return over(command.stakePaise, limits.stakePaise[command.game]) ?? overMaxWin(command.payoutPaise, limits)
    case 'reserve':
      return over(command.stakePaise, limits.stakePaise[command.game])
    case 'settle':
      return overMaxWin(command.payoutPaise, limits)
    case 'deposit':
      return over(command.amountPaise, limits.depositPaise)
    case 'hold':
      return over(command.amountPaise, maxAmountPaise)
    case 'correction':
      return over(Math.abs(command.amountPaise), maxCorrectionPaise)
    case 'void':
    case 'release':
    case 'pay-out':
      return undefined
  }
}

function over(amountPaise: number, max: number): Outcome | undefined {
  return amountPaise > max ? refused('amount_over_limit', { max }) : undefined
}

function overMaxWin(payoutPaise: number, limits: SiteLimits): Outcome | undefined {
  return payoutPaise > limits.payoutPaise ? refused('max_win_exceeded', { max: limits.payoutPaise }) : undefined
}
